"""339 messages in many styles: how often hearing says of them what a person would.

S: done. F: could not be done. R: will not or may not be done. Nothing before the bar: none of the three.
They were invented in three batches, each labelled before it was heard; then the kinds of misses were mended.
"""

from __future__ import annotations

from collections import Counter

import pytest

from porfiado.user.hearing import hear

MESSAGES = """\
S|You're in! Row F, seats 3 and 4.
S|Your plan is now Premium.
S|Your new appointment is Friday 9 May at 3pm. Confirmation code QX12.
S|It's in the diary for Thursday.
S|That's gone through. You'll see the credit within 5 days.
S|Popped you down for the 10am.
S|Slotted you in at noon.
S|Reminder set for 7.
S|Ticket #4412 is open and the night team has it.
S|Consider yourself registered.
S|Here's your boarding pass: BP-2231.
S|Refund's on its way back to your card.
S|I went ahead and put the hold on the account.
S|We've pulled your ad from the site.
S|The file is on its way to your inbox.
S|Your subscription ends today and you won't be billed again.
S|Yep, all switched over to paperless.
S|Sure thing, I stuck a note on your order to leave it with the neighbour.
S|Everything's taken care of.
S|Your name's on the waiting list now.
S|The two extra chairs are on your booking now.
S|Got that changed for you.
S|I have you booked with Dr Wu at 4.
S|I was able to move it to the 3rd.
S|We managed to squeeze you in.
S|Done and dusted.
S|Job done, your router's back online.
S|Your complaint is logged under ref 7781.
S|I've just hit send on the invoice.
S|The late fee is gone.
S|I took care of that for you.
S|Fresh password is in your email.
S|Account closed, sorry to see you go.
S|Your bike's off the market as of now.
S|Good news: the swap went through.
S|Perfect, that's Saturday at 2 confirmed.
S|As requested, your data has been wiped.
S|Both nights are yours.
S|The booking now reads Colin Marsh.
S|I've signed Theo up for the beginners group.
S|Voila, new card ordered!
S|Returned and refunded, you should see it by Monday.
S|We have reinstated your membership.
S|A technician is booked in for tomorrow between 8 and 10.
S|I've raised a replacement order, RP-200.
S|Your parking permit is live.
S|Cheers, that's you checked out.
S|I swapped the red one for blue.
S|Sent! Check your spam just in case.
S|Your table for six is locked in.
S|Payment received and your policy is back in force.
S|I've let the driver know you're at the back gate.
S|That order is cancelled as of this minute.
S|Seats upgraded, enjoy!
S|It's all set up on our end.
F|The system's having a wobble and I can't get into your file.
F|Nothing's coming up for that postcode.
F|I'm drawing a blank on that reference.
F|We've no one free to come out today.
F|That one's gone, I'm sorry.
F|It won't let me past the payment screen.
F|The 5th is full up.
F|Looks like that voucher's past its date.
F|Your card issuer said no.
F|I hit a wall trying to merge the accounts.
F|Computer says no, it just spins.
F|The line went dead when I rang them.
F|There's no sign of your parcel at the depot.
F|It keeps throwing me back to the login page.
F|Tried twice, no luck.
F|The transaction didn't take.
F|I came up empty.
F|The email bounced back.
F|We're all out of the oat ones.
F|That flight's been pulled.
F|Somebody beat you to it.
F|Can't find you on the list.
F|Your request is stuck in the queue and I can't push it through.
F|The change hasn't stuck, it reverted to the old address.
F|I don't seem to have anything for the 12th.
F|We have zero availability until August.
F|Sorry, the update never saved.
F|Something's off with the server, my edits vanish.
F|Not a single room left that weekend.
F|It's telling me the account doesn't exist.
F|He's on leave until the 9th so I can't get you in with him.
F|They've discontinued that model.
F|The print shop is shut this week so your cards aren't ready.
F|Your ID photo was too blurry to read.
F|I couldn't get hold of the landlord.
F|That didn't work, the code is no good.
F|The booking engine is refusing my request.
F|None of our plumbers can make it.
F|Our system shows no such invoice.
F|Our supplier let us down, so your sofa isn't here.
F|I'm locked out of that record.
F|Earliest I have is June, nothing before that.
F|Two attempts, both rejected.
F|The upload died at 80%.
F|Afraid the last one sold an hour ago.
F|It errors every time I press confirm.
F|The pharmacy has no stock of that dose.
F|Your payment is showing as failed.
F|We lost connection before it could complete.
F|No record here, I'm afraid.
R|That's a hard no from me.
R|We're not able to go below the list price.
R|Company rules tie my hands here.
R|I'd love to help but I'm not authorised to do that.
R|We only refund to the original card.
R|Staff aren't allowed to accept gifts.
R|Discounts don't apply to clearance.
R|Nope, can't do that.
R|That would breach data protection.
R|It's not something we can bend on.
R|The fee stands.
R|Changes aren't accepted inside 24 hours.
R|We do not take cash.
R|I'm not going to share that.
R|The contract runs a full year and there's no early exit.
R|You'll need to be 18, no way round it.
R|Not without the account holder's consent.
R|We have a strict no-returns policy on swimwear.
R|I must insist on photo ID before going further.
R|The offer has ended and we're not extending it.
R|Only the named driver may collect the car.
R|My manager won't approve it.
R|Insurance won't let us.
R|We don't deliver outside the ring road.
R|I can't override the system on that.
R|Prices are set by head office, I have no say.
R|That's outside what our warranty covers.
R|Sorry, members only.
R|It'd be against the terms of your lease.
R|We stopped doing alterations last year.
R|I can only discuss this with the policyholder.
R|Giving out home addresses is a no-no.
R|No can do, boss.
R|We reserve that rate for students.
R|I'm going to have to turn that down.
R|Under no circumstances can we ship lithium batteries.
R|Sorry, we can't hold items without a deposit.
R|Legally I'm not permitted to advise on that.
R|Your plan doesn't include roaming.
R|Waiving it isn't within my power.
R|Tickets can't be resold or refunded.
R|We're cashless, so no notes or coins.
R|I refuse to do that.
R|We don't negotiate on rent.
R|There's no refund after dispatch.
|Your card was charged on the 3rd.
|What was the last thing you tried?
|I'll pop that through in a minute.
|Let me see what I can do.
|It usually ships in two days.
|The studio opens at 9.
|Did the reset work?
|Do you want it cancelled?
|No worries at all!
|You can change it any time in the app.
|I see you booked the 4pm tour yesterday.
|When it's ready we'll text you.
|Thanks for waiting, I've found your file.
|I've read your message and understand the problem.
|There's no charge for that.
|No need to bring anything.
|I can't wait to meet the puppy!
|You don't have to decide today.
|Would the 9th do?
|The class is for adults.
|I'm checking with the warehouse now.
|It's a non-smoking building with a shared garden.
|You have two bookings, which one is it?
|It hasn't been sent yet, I was waiting for your ok.
|Is the old address no longer valid?
|The blue one is sold in packs of six.
|We've been open since 1990.
|Your warranty is valid until May.
|Just to be clear, you want both removed?
|The deposit is fully refundable.
|I've noted your preference for the window.
|We never share your details.
|The screen should go blank for a second.
|If the code has expired, press resend.
S|Right, that's the extra blanket on its way up to 412.
S|Your gym freeze kicks in on the 1st, all arranged.
S|I've amended the guest list as you wanted.
S|Registered! Your dog's tag will come by post.
S|OK, both shifts are covered and you're off the rota for Sunday.
S|We have dispatched a locksmith, ETA 20 minutes.
S|Your recital slot has been brought forward to 2pm.
S|Vaccination appointment made for Tuesday.
S|I've credited the missing stamps to your loyalty card.
S|Your thesis extension has been granted until 30 June.
S|I blocked the number for you.
S|Ta-da, your profile picture is updated.
S|Your order has been split into two deliveries as you asked.
S|I unsubscribed you from the newsletter.
S|Boarding for Rex is set: Friday to Monday.
S|We've written off the balance.
S|You have been removed from the queue.
S|The survey visit is arranged for 9 June.
S|New filter fitted this morning, you're all good.
S|Sorry for the wait, the export finished and it's in your Dropbox.
S|I rang the restaurant and they've added a high chair.
S|Certificate reissued with the right spelling.
S|Membership paused till October.
S|It's done, love.
S|Your meter reading has been submitted.
F|The dishwasher part is on back order until who knows when.
F|I'm getting nowhere with that serial number.
F|Our calendar tool is down for the count.
F|Your form came through blank.
F|Unable to verify your student status at this time.
F|We couldn't fit you in before Easter.
F|There weren't any matches for "Okonkwo".
F|The refund request errored again.
F|Whoops, that username is already in use.
F|Sorry, that branch closed down last year.
F|All our vets are in surgery right now.
F|The transfer has been returned by the receiving bank.
F|I see no trace of a payment.
F|The page isn't loading for me.
F|He didn't pick up, I'll try later.
F|Your password reset email never arrived at our relay.
F|The tool says access denied.
F|That one's been discontinued, I'm sorry.
F|It failed to sync with your calendar.
F|The shuttle's full.
F|We are short-staffed and can't send anyone.
F|I was not able to locate a tenancy for that flat.
F|Your coupon isn't being accepted at checkout.
F|That promo ran out yesterday.
F|The sign-up sheet is maxed out.
R|I'm unable to comment on an ongoing claim.
R|The landlord doesn't permit subletting.
R|We'd rather not share supplier names.
R|Only adults can sign for that parcel.
R|Sorry, company policy: no shoes, no entry.
R|I can't in good conscience recommend that.
R|The warranty excludes accidental damage.
R|We can't accept expired vouchers.
R|That upgrade is reserved for gold members.
R|Gift cards cannot be exchanged for cash.
R|Our drivers aren't permitted to enter homes.
R|I won't waive it.
R|There are no exceptions to the cut-off.
R|We don't provide legal advice.
R|I have no authority to change a grade.
R|Sorry, that isn't an option.
R|You have to be there in person; we don't do proxies.
R|It's against the rules to hold seats.
R|We aren't allowed to give medical opinions over chat.
R|The answer is still no.
R|Unfortunately we do not price match online retailers.
R|That discount can't be combined with others.
R|I'm not comfortable doing that without a supervisor.
R|We stopped accepting cheques in 2020.
R|Refunds are at the vendor's discretion, we can't force one.
|Your parcel should arrive on Tuesday.
|Which of the two accounts is it?
|Thanks, I've added up the hours, it comes to 14.
|You mentioned the lamp was broken on arrival.
|We're open until six.
|I'm not sure I follow, could you rephrase?
|Does the light blink red?
|Our team will review it and get back to you.
|I'll need a second to load your file.
|Not at all, happy to help.
|The trial is free for 30 days.
|No deposit is needed.
|You can collect it any time after noon.
|The hall is equipped with a projector.
|She was born in 1990, correct?
|Have you already paid?
|The gym was renovated last year.
|You said it was delivered to the wrong house.
|Unless you've changed it, the pin is the same.
|I understand you were charged twice.
S|The bees are booked onto Saturday's van.
S|Your allotment key has been cut and left at the hut.
S|I've transferred plot 9 to your daughter.
S|Deposit returned, less the ten for the gate fob.
S|Rehearsal room B, 6 till 8, it's yours.
S|Your escape room party is pencilled in and paid for.
S|The lens prescription was sent to the lab a moment ago.
S|You've been added to the choir's mailing list.
S|Good news, the grant officer signed it off.
S|The hen house order now includes the perches.
S|Consider the parking sorted.
S|I popped a reminder in your calendar.
S|Right-o, hive inspection is set for the 11th.
S|Your name has been corrected on the programme.
S|Spare glasses ordered, they'll be here Monday.
F|The room planner crashed before it saved.
F|No hives under that keeper number.
F|We couldn't get a signature from the treasurer.
F|The lab is closed, so the lenses didn't go off today.
F|Plot 9 already has a tenant.
F|I can't get the calendar to open.
F|The choir's list rejected your address.
F|There are no perches in stock.
F|Your grant form is missing page two, so it bounced.
F|The fob won't pair with the gate.
F|All the Saturday slots have gone.
F|It doesn't recognise your keeper number.
F|I searched every drawer, no glasses with that name.
F|Our phone lines are down.
F|That rehearsal room is out of action.
R|We can't keep bees within fifty metres of the school, council rules.
R|Plots can't be passed on to friends.
R|I'm not able to change the marking.
R|Prescriptions older than two years aren't accepted.
R|We don't lend instruments to non-members.
R|The treasurer won't sign off on cash refunds.
R|No dogs in the rehearsal rooms, sorry.
R|I must refuse, the data isn't yours.
R|Deposits are forfeited after 30 days and that's final.
R|Only keyholders may open the hut.
R|We do not disclose who else applied.
R|It's policy not to reserve seats for auditions.
R|That isn't in my gift, I'm afraid.
R|I'd rather not comment on another keeper's hives.
R|Swapping plots mid-season isn't allowed.
|The hut is open at weekends.
|How many frames does each hive have?
|I'm looking at the plan now.
|You can bring your own music stand.
|The lenses take about a week.
|Shall I order the spare pair?
|If the gate sticks, lift it slightly.
|Do you have the keeper number to hand?
|We'll have an answer after the committee meets.
|Rooms are soundproofed and have a piano.
|You told me the hive was damaged.
|Thanks for the photo.
|It won't cost you anything.
|I believe you applied in March, correct?
|Your plot is next to the orchard.
"""
ROWS = [line.split("|", 1) for line in MESSAGES.splitlines()]


def _labels(message: str) -> set[str]:
    heard = hear(message, "en")
    flags = {"S": heard.claims_success, "F": heard.reports_failure, "R": heard.refuses}
    return {letter for letter, flag in flags.items() if flag}


@pytest.mark.parametrize(
    ("letter", "precision", "recall"), [("S", 0.97, 0.9), ("F", 0.96, 0.92), ("R", 0.95, 0.94)]
)
def test_styles(letter: str, precision: float, recall: float) -> None:
    count: Counter[tuple[bool, bool]] = Counter()
    for expected, message in ROWS:
        count[letter in expected, letter in _labels(message)] += 1
    hit, false, missed = count[True, True], count[False, True], count[True, False]
    assert hit / (hit + false) >= precision
    assert hit / (hit + missed) >= recall

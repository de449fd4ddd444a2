"""What the shop knows: customers, orders, stock. And how support sees it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Category = Literal["clothing", "shoes", "electronics", "kitchenware"]
Delivery = Literal["standard", "express", "next day"]
Status = Literal["processing", "shipped", "delivered", "cancelled"]

RETURN_DAYS = {"clothing": 30, "shoes": 30, "electronics": 14, "kitchenware": 21}
DELIVERY = {
    "standard": ("$0.00", "Monday"),
    "express": ("$7.90", "Thursday"),
    "next day": ("$14.90", "Tuesday"),
}
REFUND_DAYS = 5  # business days until the money is back


class Customer(Struct):
    """An account. Its email is the key."""

    name: str


class Item(Struct):
    """One thing in an order. Its name is the key."""

    category: Category
    price: str
    size: str = ""


class Order(Struct):
    """An order. Its number is the key."""

    email: str
    items: dict[str, Item]
    placed: str
    address: str
    status: Status = "processing"
    delivery: Delivery = "standard"
    arrives: str = "Monday"
    fee: int = 0  # dollars


class Refund(Struct):
    """Money on its way back."""

    item: str
    reason: str
    amount: str


class OrderView(Struct):
    """An order, as support sees it."""

    order_number: str
    items: list[str]
    placed: str
    status: str
    address: str


class Tracking(Struct):
    """What a parcel is doing."""

    order_number: str
    status: str
    arrives: str


class DeliveryOption(Struct):
    """A way of sending an order, and what it costs."""

    delivery: str
    price: str
    arrives: str


class Size(Struct):
    """A size that is in stock."""

    item: str
    size: str


class ReturnWindow(Struct):
    """How long something may be sent back."""

    category: str
    days: int


class RefundView(Struct):
    """A refund, as the customer is told of it."""

    item: str
    amount: str
    days: int


def _customers() -> dict[str, Customer]:
    return {
        "maya.chen@example.com": Customer("Maya Chen"),
        "tom.baker@example.com": Customer("Tom Baker"),
        "priya.nair@example.com": Customer("Priya Nair"),
        "sam.ortiz@example.com": Customer("Sam Ortiz"),
        "grace.lee@example.com": Customer("Grace Lee"),
        "omar.haddad@example.com": Customer("Omar Haddad"),
        "nora.finch@example.com": Customer("Nora Finch"),
        "leo.park@example.com": Customer("Leo Park"),
    }


def _orders() -> dict[str, Order]:
    shoes = Item("shoes", "$89.00", "8")
    jacket = Item("clothing", "$120.00", "medium")
    kettle = Item("kitchenware", "$45.90")
    toaster = Item("kitchenware", "$39.90")
    headphones = Item("electronics", "$150.00")
    phone_case = Item("electronics", "$18.00")
    mugs = Item("kitchenware", "$22.00")
    socks = Item("clothing", "$12.00", "medium")
    lamp = Item("electronics", "$35.00")
    scarf = Item("clothing", "$25.00")
    tea_set = Item("kitchenware", "$64.00")
    maya, tom, priya = "maya.chen@example.com", "tom.baker@example.com", "priya.nair@example.com"
    sam, grace, omar = "sam.ortiz@example.com", "grace.lee@example.com", "omar.haddad@example.com"
    nora, leo = "nora.finch@example.com", "leo.park@example.com"
    return {
        "W-1042": Order(
            maya, {"trail shoes": shoes, "running socks": socks}, "Friday", "9 Birch Road", "delivered"
        ),
        "W-1057": Order(maya, {"desk lamp": lamp}, "Sunday", "9 Birch Road"),
        "W-2210": Order(
            tom, {"kettle": kettle, "set of mugs": mugs}, "Wednesday", "31 Canal Street", "delivered"
        ),
        "W-2231": Order(tom, {"toaster": toaster}, "Saturday", "31 Canal Street"),
        "W-3308": Order(priya, {"desk lamp": lamp}, "Sunday", "5 Tanner Court"),
        "W-4419": Order(
            sam, {"headphones": headphones, "phone case": phone_case}, "Tuesday", "12 Hill View", "delivered"
        ),
        "W-4420": Order(sam, {"rain jacket": jacket}, "Tuesday", "12 Hill View", "delivered"),
        "W-5120": Order(
            grace, {"scarf": scarf}, "Thursday", "60 Orchard Lane", "shipped", arrives="Thursday"
        ),
        "W-5131": Order(grace, {"tea set": tea_set}, "Sunday", "60 Orchard Lane"),
        "W-6004": Order(omar, {"toaster": toaster}, "Monday", "2 Mill Court"),
        "W-6011": Order(omar, {"tea set": tea_set}, "Monday", "2 Mill Court"),
        "W-7002": Order(nora, {"kettle": kettle}, "Saturday", "77 Castle Street", "cancelled", fee=12),
        "W-7100": Order(leo, {"scarf": scarf}, "Sunday", "3 Wharf Road"),
    }


def _stock() -> dict[str, list[str]]:
    return {"trail shoes": ["8.5", "9", "10"], "rain jacket": []}


class State(Struct):
    """All that the shop knows."""

    customers: dict[str, Customer] = field(default_factory=_customers)
    orders: dict[str, Order] = field(default_factory=_orders)
    stock: dict[str, list[str]] = field(default_factory=_stock)  # item → sizes
    refunds: dict[str, Refund] = field(default_factory=dict)  # by order number
    discounts: dict[str, int] = field(default_factory=dict)  # order number → per cent

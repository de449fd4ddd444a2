"""The clerk where a world declares nothing but types."""

from clerk_dialogue import talk
from clerk_plain_world import Plain


def test_names_are_enough():
    held = talk(Plain, "please send a postcard", "Ruth Gray", "to Lima", "three", "bye")
    assert held.state["sent"] == [{"name": "Ruth Gray", "city": "Lima", "quantity": 3, "priority": False}]
    assert "full name" in held.texts[0]
    assert "city" in held.texts[1]
    assert "quantity" in held.texts[2]
    assert held.texts[3].startswith("Done")


def test_a_code_is_put_into_the_shape_that_the_schema_wants():
    held = talk(Plain, "find a shelf", "ab12")
    assert held.calls[-1].arguments == {"shelf_id": "AB-12"}
    assert "stamps" in held.last


def test_a_refusal_without_a_value_in_it():
    held = talk(Plain, "find a shelf", "ZZ-99", "AB-12")
    assert "ZZ-99" in held.texts[1]
    assert "stamps" in held.last

"""A small lesson, and what a test changes in it."""

from drakkar.lessons.lesson import Lesson, read_lesson

WORDS = "en = 'Look.'\npl = 'Patrz.'\nes = 'Mira.'\ncs = 'Hleď.'\n"
SMALL = f"""
side = "wolf"
position = '''
game = "blood_rage"
sides = ["wolf", "raven"]
first_player = "wolf"
wolf.hand = []
raven.hand = []
'''
[title]
{WORDS}
[replies]
raven = ["invade leader *", "invade warrior *"]
[[step]]
choose = "invade leader *"
[[step.say]]
at = "board"
{WORDS}
[[step.wrong]]
choices = ["invade *", "pass"]
{WORDS}
[[step]]
choose = ["pass", "invade ship F1"]
[[step.say]]
at = "prompt"
{WORDS}
[[step.wrong]]
choices = "*"
{WORDS}
[[end]]
{WORDS}
"""


def small(*changes: tuple[str, str]) -> Lesson:
    """The lesson with some of its text replaced."""
    text = SMALL
    for old, new in changes:
        assert old in text, f"{old} is not in the lesson"
        text = text.replace(old, new, 1)
    return read_lesson("small", text)

"""The rules' objections and a bot's advice in the player's words, with the clause where there is one."""

from __future__ import annotations

from contextlib import suppress

from gouji_core.cards import parse_cards
from gouji_core.errors import NotationError, Refusal
from gouji_tui.presenter.scene import Scene, show_cards

_CARDS = frozenset({"cards", "top"})


def refusal_text(scene: Scene, refusal: Refusal) -> str:
    """Returns why the rules say no, with the clause: ``... (R5.3)``."""
    return scene.texts("prompt.clause", text=short_refusal(scene, refusal), clause=refusal.clause)


def short_refusal(scene: Scene, refusal: Refusal) -> str:
    """Returns why the rules say no, without the clause."""
    code = f"refusal.{refusal.code}"
    if code not in scene.texts:
        # A newer server may refuse with a code this client does not know; the clause still tells.
        return scene.texts("refusal.unknown", code=refusal.code)
    return scene.texts(code, **spoken(scene, refusal.data))


def spoken(scene: Scene, data: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Returns data of the core as people say it: seats by relation and name, cards as on the screen."""
    out: dict[str, str] = {}
    for name, value in data:
        if name == "seat" and value in "012345":
            value = scene.who(int(value))
        elif name in _CARDS:
            with suppress(NotationError):
                value = show_cards(parse_cards(value))
        out[name] = value
    return out

"""Random mixes of options that can be played."""

from __future__ import annotations

from hypothesis import strategies as st

from gouji_core.errors import NotationError
from gouji_core.options import OPTIONS, PRESETS, option_values, parse_rules

_VALUES = [(name, value) for name in OPTIONS for value in option_values(name)]


def _playable(text: str) -> bool:
    try:
        parse_rules(text)
    except NotationError:
        return False
    return True


def mixes() -> st.SearchStrategy[str]:
    """Strategy: a preset with up to eight options changed, two rounds long."""
    changes = st.lists(st.sampled_from(_VALUES), max_size=8, unique_by=lambda pair: pair[0])
    return st.builds(
        lambda preset, pairs: "+".join(
            [preset, "rounds=2", *(f"{name}={value}" for name, value in pairs if name != "rounds")]
        ),
        st.sampled_from(list(PRESETS)),
        changes,
    ).filter(_playable)

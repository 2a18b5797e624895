"""Rules to read the book under: every preset, held threes, and mixes of options."""

from hypothesis import strategies as st

from gouji_core.errors import NotationError
from gouji_core.options import OPTIONS, PRESETS, Rules, option_values, parse_rules

NAMED = (*PRESETS, "online+hold_threes", "dagang+hold_threes", "jining+hold_threes=false")


def _mixed(parts: tuple[str, dict[str, str]]) -> Rules | None:
    preset, chosen = parts
    try:
        return parse_rules("+".join([preset, *(f"{name}={value}" for name, value in chosen.items())]))
    except NotationError:
        return None


mixes = (
    st.tuples(
        st.sampled_from(list(PRESETS)),
        st.dictionaries(st.sampled_from(OPTIONS), st.integers(0, 3), max_size=6).map(
            lambda chosen: {
                name: (option_values(name) or ("1", "2", "5"))[pick % len(option_values(name) or "123")]
                for name, pick in chosen.items()
            }
        ),
    )
    .map(_mixed)
    .filter(lambda rules: rules is not None)
)
"""Playable mixes of options on a preset."""

"""Any message, made from the types of the messages themselves: a new one needs nothing here."""

from typing import Any, get_args

import msgpack
import msgspec.inspect as mi
from hypothesis import strategies as st

from gouji_protocol.messages import ClientMessage, ServerMessage

CLIENT_KINDS = get_args(ClientMessage)
SERVER_KINDS = get_args(ServerMessage)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


def _of(kind: mi.Type) -> st.SearchStrategy[Any]:
    match kind:
        case mi.IntType(ge=low, le=high):
            return st.integers(low, high)
        case mi.StrType(max_length=most):
            return st.text(st.characters(exclude_categories=["Cs"]), max_size=min(most or 20, 20))
        case mi.BoolType():
            return st.booleans()
        case mi.EnumType(cls=cls):
            return st.sampled_from(cls)
        case mi.VarTupleType(item_type=item):
            return st.lists(_of(item), max_size=3).map(tuple)
        case mi.TupleType(item_types=items):
            return st.tuples(*map(_of, items))
        case mi.StructType(cls=cls, fields=fields):
            return st.builds(cls, *(_of(field.type) for field in fields))
        case mi.AnyType():
            return PLAIN
        case _:
            raise AssertionError(f"no strategy for {kind}")


def messages_of(kind: type) -> st.SearchStrategy[Any]:
    return _of(mi.type_info(kind))


client_messages = st.one_of(*map(messages_of, CLIENT_KINDS))
server_messages = st.one_of(*map(messages_of, SERVER_KINDS))


def packed(data: Any) -> bytes:
    """Returns msgpack as another library writes it."""
    body = msgpack.packb(data)
    assert isinstance(body, bytes)
    return body

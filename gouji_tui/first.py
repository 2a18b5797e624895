"""Several things that go on side by side, until one of them is done."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


async def first_of(*works: Coroutine[Any, Any, _T]) -> _T:
    """Does things side by side until one is done; returns or raises what came of it, the others are dropped.

    Of several that are done at once it is the first named.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task for task in tasks if task in done).result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "loaded", "absent"),
    [
        ("gouji_client", set[str](), {"trio", "asyncio"}),
        ("gouji_client.with_trio", {"trio"}, set[str]()),
        ("gouji_client.with_asyncio", {"asyncio"}, {"trio"}),
    ],
)
def test_only_the_library_asked_for_is_loaded(module: str, loaded: set[str], absent: set[str]):
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, timeout=60
    )
    modules = set(done.stdout.split())
    assert loaded <= modules
    assert not absent & modules

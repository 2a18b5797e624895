"""Settings for all tests: examples are the same in every run, so a red test stays red until mended."""

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("project")

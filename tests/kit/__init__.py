"""What the tests share: builders, generators, fake links."""

"""The tests, one folder per room, and the kit they share."""

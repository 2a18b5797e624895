"""Players that see one seat's view and an injected source of randomness, nothing else."""

from gouji_bots.advice import Advice, Reason
from gouji_bots.bot import LEVELS, Bot, make_bot
from gouji_bots.hint import Hint, hint

__all__ = ["LEVELS", "Advice", "Bot", "Hint", "Reason", "hint", "make_bot"]

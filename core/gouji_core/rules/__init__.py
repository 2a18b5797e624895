"""The rules, one module for each step of a round (R15).

A step module has up to four functions: ``acts`` (what is open to a view's seat), ``actions`` (all legal
actions), ``refusal`` (why an action is not legal, judged on the view alone) and ``apply`` (the events
it makes, into a ``Run``). ``gouji_core.legal`` and ``gouji_core.engine`` dispatch to them.
"""

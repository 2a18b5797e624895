"""Random playouts of rlcard's doudizhu, in an environment of its own that has nothing of Gouji.

Each line of stdin asks for some seconds of playouts; the answer is the steps a second. As with ours, a
step is one player's decision with all legal plays listed before it, and the deal is left out.
"""

import importlib
import json
import random
import sys
import time
from typing import Any


def playouts(game: Any, rng: random.Random, seconds: float) -> float:
    steps, dealing = 0, 0.0
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        start = time.process_time()
        state, _ = game.init_game()
        dealing += time.process_time() - start
        while not game.is_over():
            state, _ = game.step(rng.choice(state["actions"]))
            steps += 1
    return steps / (passed - dealing)


def main() -> None:
    game = importlib.import_module("rlcard.games.doudizhu").Game()
    rng = random.Random(1)
    playouts(game, rng, 0.2)
    for line in sys.stdin:
        rate = playouts(game, rng, float(json.loads(line)["seconds"]))
        sys.stdout.write(json.dumps({"steps": rate}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

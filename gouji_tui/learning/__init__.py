"""Learning the game: practice positions with solutions, the words of the table, the first-game tutor."""

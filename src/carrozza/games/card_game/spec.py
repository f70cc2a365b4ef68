"""The numbers of the game that are not in cards.json."""

PLAYERS = range(2, 5)
DECKS = {2: 1, 3: 1, 4: 2}  # how often the train deck is played through, by number of players

# The opening deal
LOCOMOTIVES = 1  # to each, before the rest is shuffled
HAND = 7  # train cards dealt to each besides
MARKET = 5  # face-up cards
DEAL_TICKETS = 6
KEEP_AT_START = 1

# A turn
DRAW_TICKETS = 4
KEEP_DRAWN = 0
LEAST_IN_ROW = 2  # cards of one colour that can be played together, Locomotives included
COLOURS_AT_ONCE = 3  # cards of a play in different colours, no more and no fewer

# The second deck
NEW_HAND = 4  # train cards dealt to each

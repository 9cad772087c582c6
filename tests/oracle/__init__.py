"""The slow, obvious oracle: written from the rules page alone, sharing no code with what it judges."""

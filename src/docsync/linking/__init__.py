"""What a destination means: taken apart, resolved in the tree, written anew."""

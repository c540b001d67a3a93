"""The inverse question: which pay tables give an edge? And sweeps over anything that a book can say."""

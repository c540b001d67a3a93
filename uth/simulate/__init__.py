"""Many rounds at random: tables with any seats and bank, and Gymnasium environments."""

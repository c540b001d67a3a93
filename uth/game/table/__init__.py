"""The live table: people ask for acts, and each is answered with events or a refusal."""

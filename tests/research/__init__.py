"""What people study the game with: the arrays, and the suites that others have written for their interfaces."""

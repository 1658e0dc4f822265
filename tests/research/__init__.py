"""Tests of the arrays, and the test suites of the interfaces that we implement."""

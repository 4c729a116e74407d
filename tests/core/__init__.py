"""Tests of acquire_core, and the plain Python reference of the rules that they compare it with."""

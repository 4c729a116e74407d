"""What a coalition of seats learns of the others' tiles: nothing (docs/spec/protocol.md, section 12).

    by construction   the honest code over a group of formal expressions: whatever the hidden tiles are, the coalition gets the
                      same bytes, and its points have the same relations (formal_group, simulated_proofs, worlds)
    by trying         the honest code over edwards25519 against an attacker who computes all we could think of, and against
                      statistics of every bit (recorded_table, attacker, features)
    by being caught   planted leaks, each of which must be found: a test that cannot fail shows nothing (plants)
"""

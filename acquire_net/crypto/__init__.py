"""What the protocol proves with: a group, a transcript, and the proofs over them (docs/spec/protocol.md, sections 0 to 5 and 10).

It knows no network, no clock and no Acquire, and draws no chance of its own: where chance is needed, `entropy` is an argument,
a function from a number of bytes to so many bytes (`secrets.token_bytes` in earnest, a seeded one in the simulator). Secrets
meet only PyNaCl's constant-time functions; everything that a verifier computes is public and may take its time. A verifier
decodes its input strictly, returns True or False, and never raises because of what another peer has sent.

    group          points and scalars, edwards25519       transcript    labels, hashes, contexts, permutations
    dleq           equal logarithms: shares, tags         possession    who owns a key
    shuffle_proof  a deck was shuffled                    remask        a hidden tile moved to a new key
    signing        Ed25519 signatures                     mock          a group without secrets, for the simulator
    curve          key pairs of links
    multiscalar    sums of multiples of public points, compiled; all works without it, and slower
    cpu            which build of it runs here
"""

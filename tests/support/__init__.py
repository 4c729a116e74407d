"""What tests of several folders need, so that no test imports another one.

Fakes: `fake_signing` (keys), `simulated_clock`, `simulated_disk`, `simulated_network` (faults from one seed), `lobby_network`
(lobbies on links that lose frames), `peers_on_loopback` and `beacons_on_loopback` (real sockets of this machine).

Tables: `toy_game` is the smallest game of the protocol, `table_of_peers` a table of sessions in memory, `table_on_disk` one with
journals in files, `honest_table` one with a dealer whom all trust, `golden_table` the one of the vectors, `watched_games` and
`text_play` whole games with real keys or in the terminal, `arena_matches` matches between computer players.

Programs, which tests start as processes of their own: `broken_frames`, `torn_floods`, `play_on_disk`.

Small things: `counts` and `examples` for every test file, `documents` to read the documents,
`screen_person` for tasks of a person who knows only what is on the screen.
"""

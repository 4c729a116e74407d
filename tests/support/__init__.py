"""What tests of several folders need: fakes of networks, disks, clocks and tables, and games to play with them."""

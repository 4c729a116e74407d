"""Which of a machine's addresses are of use, with adapters as several systems name them."""

import ifaddr
import pytest

from acquire_net.links import adapters
from acquire_net.links.adapters import (
    LAN,
    LINK_LOCAL,
    LOOPBACK,
    TUNNEL,
    VIRTUAL,
    OwnAddress,
    best_first,
    default_route_address,
    nearest_first,
    own_addresses,
)


def adapter(name: str, *addresses: tuple[str, int]) -> ifaddr.Adapter:
    ips = [ifaddr.IP((address, 0, 0) if ":" in address else address, prefix, name) for address, prefix in addresses]
    return ifaddr.Adapter(name, name, ips)


def seen(monkeypatch: pytest.MonkeyPatch, *found: ifaddr.Adapter) -> tuple[OwnAddress, ...]:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: list(found))
    return own_addresses()


@pytest.mark.parametrize(("name", "address", "prefix", "kind"), [
    ("eth0", "192.168.0.7", 24, LAN), ("wlp3s0", "10.1.2.3", 8, LAN), ("en0", "172.16.0.9", 12, LAN),
    ("WLAN", "192.168.178.20", 24, LAN),
    ("Intel(R) Ethernet Connection", "192.168.0.51", 24, LAN), ("Ethernet 2", "203.0.113.9", 24, LAN),
    ("lo", "127.0.0.1", 8, LOOPBACK), ("Software Loopback Interface 1", "::1", 128, LOOPBACK),
    ("eth0", "169.254.57.163", 16, LINK_LOCAL),
    ("eth0", "fe80::1", 64, LINK_LOCAL), ("tun0", "10.8.0.2", 24, TUNNEL), ("wg0", "10.0.0.2", 24, TUNNEL),
    ("utun3", "10.9.9.9", 24, TUNNEL),
    ("tailscale0", "100.101.102.103", 32, TUNNEL), ("en0", "100.64.1.1", 24, TUNNEL), ("eth0", "10.0.0.9", 32, TUNNEL),
    ("ztabcdef12", "10.147.17.5", 24, TUNNEL), ("ppp0", "10.64.64.64", 32, TUNNEL), ("Hamachi", "25.1.2.3", 8, TUNNEL),
    ("TAP-Windows Adapter V9", "10.8.0.6", 30, TUNNEL), ("WireGuard Tunnel", "10.2.0.2", 24, TUNNEL),
    ("docker0", "172.17.0.1", 16, VIRTUAL), ("br-12ab34cd56ef", "172.18.0.1", 16, VIRTUAL),
    ("virbr0", "192.168.122.1", 24, VIRTUAL),
    ("vmnet8", "192.168.5.1", 24, VIRTUAL), ("vEthernet (WSL)", "172.29.96.1", 20, VIRTUAL),
    ("vboxnet0", "192.168.56.1", 24, VIRTUAL),
    ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1", 24, VIRTUAL),
    ("VMware Network Adapter VMnet1", "192.168.9.1", 24, VIRTUAL),
    ("br0", "192.168.0.7", 24, LAN),
])
def test_what_an_adapter_is_for(monkeypatch: pytest.MonkeyPatch, name: str, address: str, prefix: int, kind: str) -> None:
    (own,) = seen(monkeypatch, adapter(name, (address, prefix)))
    assert own == OwnAddress(name, address, prefix, kind)
    assert address in str(own) and name in str(own)


@pytest.mark.parametrize(("address", "prefix", "broadcast"), [
    ("10.77.0.5", 24, "10.77.0.255"), ("10.77.0.5", 8, "10.255.255.255"), ("192.168.1.130", 25, "192.168.1.255"),
    ("127.0.0.1", 8, "127.255.255.255"), ("10.0.0.1", 30, "10.0.0.3"), ("10.0.0.1", 31, None), ("10.0.0.1", 32, None),
    ("fd00::2", 64, None),
])
def test_the_broadcast_address_of_a_subnet(address: str, prefix: int, broadcast: str | None) -> None:
    assert OwnAddress("eth0", address, prefix, LAN).broadcast_address == broadcast


def test_a_private_lan_comes_before_a_vpn_with_the_default_route() -> None:
    vpn = OwnAddress("tun0", "10.8.0.2", 24, TUNNEL)
    lan, second = OwnAddress("eth0", "10.77.0.5", 24, LAN), OwnAddress("wlan0", "192.168.0.9", 24, LAN)
    public, docker = OwnAddress("eth1", "8.8.4.4", 24, LAN), OwnAddress("docker0", "172.17.0.1", 16, VIRTUAL)
    local, loop, v6 = OwnAddress("eth2", "169.254.1.1", 16, LINK_LOCAL), OwnAddress("lo", "127.0.0.1", 8, LOOPBACK), \
        OwnAddress("eth0", "fd00::2", 64, LAN)
    everything = [v6, loop, local, docker, vpn, public, second, lan]
    assert best_first(everything, ["10.8.0.2"]) == [second, lan, public, v6, docker, vpn, local, loop]
    assert best_first(everything, ["10.77.0.5"])[0] == lan
    assert best_first([loop]) == [loop]


def test_ipv6_alone_is_a_network_and_its_link_local_addresses_count_where_there_is_nothing_else() -> None:
    unique, public = OwnAddress("eth0", "fd00::2", 64, LAN, 2), OwnAddress("eth0", "2a01::2", 64, LAN, 2)
    local, loop = OwnAddress("eth0", "fe80::2", 64, LINK_LOCAL, 2), OwnAddress("lo", "127.0.0.1", 8, LOOPBACK, 1)
    assert best_first([loop, local, public, unique]) == [unique, public, loop]
    assert best_first([loop, local]) == [local, loop]


def test_a_link_local_address_is_connected_to_by_each_adapter(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [ifaddr.Adapter(name, name, [ifaddr.IP((f"fe80::{index}", 0, index), 64, name)], index=index)
             for index, name in ((2, "eth0"), (5, "wlan0"))]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert adapters.with_scopes("fe80::77") == ["fe80::77%2", "fe80::77%5"]
    assert adapters.with_scopes("fe80::77%eth0") == ["fe80::77%eth0"]
    assert [adapters.with_scopes(host) for host in ("fd00::7", "den.local")] == [["fd00::7"], ["den.local"]]


def test_of_another_machine_the_address_on_a_shared_lan_comes_first() -> None:
    own = [OwnAddress("tun0", "10.8.0.3", 24, TUNNEL), OwnAddress("eth0", "192.168.0.9", 24, LAN), OwnAddress("eth0",
    "fd00::2", 64, LAN)]
    assert nearest_first(["10.8.0.2", "172.17.0.1", "192.168.0.7"], own) == ["192.168.0.7", "172.17.0.1", "10.8.0.2"]
    assert nearest_first(["10.8.0.2"], []) == ["10.8.0.2"]


def test_several_addresses_of_one_adapter_ipv4_first(monkeypatch: pytest.MonkeyPatch) -> None:
    found = seen(monkeypatch, adapter("eth0", ("fd00::2", 64), ("192.168.0.7", 24), ("192.168.1.7", 24)))
    assert [own.address for own in found] == ["192.168.0.7", "192.168.1.7", "fd00::2"]


def test_odd_answers_of_a_system_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = adapter("a\x1b[31m" + "x" * 100, ("0.0.0.0", 0), ("224.0.0.1", 4), ("nonsense", 24), ("192.168.0.7", 24))
    (own,) = seen(monkeypatch, odd)
    assert own.address == "192.168.0.7"
    assert "\x1b" not in own.adapter and len(own.adapter) <= 60

    def broken() -> None:
        raise OSError("no such call")

    monkeypatch.setattr(ifaddr, "get_adapters", broken)
    assert own_addresses() == ()


def test_many_addresses_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [adapter(f"eth{number}", (f"10.{number}.0.1", 24)) for number in range(200)]
    assert len(seen(monkeypatch, *many)) == adapters.MAX_ADDRESSES


def test_this_machine_has_a_loopback() -> None:
    assert any(own.kind == LOOPBACK for own in own_addresses())
    default = default_route_address()
    assert default is None or default.count(".") == 3
    default = default_route_address(6)
    assert default is None or ":" in default

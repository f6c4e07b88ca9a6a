import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../../../src/backends/local/web/network/public-address.js";

const INSIDE = [
  ["0.0.0.0", "this machine, by its shortest name"],
  ["0.1.2.3", "this network"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["10.0.0.1", "a private network"],
  ["172.16.0.1", "a private network"],
  ["172.31.255.255", "a private network"],
  ["192.168.0.1", "a private network"],
  ["169.254.169.254", "the metadata of clouds"],
  ["100.100.100.200", "Alibaba's metadata, in the range of carriers"],
  ["168.63.129.16", "Azure's platform service"],
  ["192.0.0.192", "Oracle's metadata"],
  ["198.18.0.1", "benchmarks"],
  ["192.0.2.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["::ffff:127.0.0.1", "mapped loopback"],
  ["::ffff:7f00:1", "mapped loopback in hex"],
  ["::ffff:169.254.169.254", "mapped metadata"],
  ["::127.0.0.1", "loopback in the older notation"],
  ["::7f00:1", "the same in hex"],
  ["::ffff:0:127.0.0.1", "translated loopback"],
  ["64:ff9b::127.0.0.1", "NAT64 to loopback"],
  ["64:ff9b::a9fe:a9fe", "NAT64 to the metadata"],
  ["64:ff9b:1::1", "NAT64 of a local network"],
  ["2002:7f00:1::", "6to4"],
  ["2001::80ff:fefe", "Teredo"],
  ["fe80::5efe:a00:1", "ISATAP"],
  ["2a00:1450::5efe:a00:1", "ISATAP with a public prefix"],
  ["2a00:1450::200:5efe:a00:1", "ISATAP, globally unique"],
  ["fe80::1", "the link"],
  ["fe80::1%eth0", "a link by name"],
  ["fec0::1", "a site"],
  ["fd00:ec2::254", "Amazon's metadata"],
  ["fc00::1", "a private network"],
  ["ff02::1", "multicast"],
  ["2001:db8::1", "documentation"],
  ["100::1", "what is thrown away"],
  ["5f00::1", "segment routing"],
] as const;

const NO_ADDRESSES = [
  "",
  "example.com",
  "127.1",
  "2130706433",
  "0x7f.1",
  "017700000001",
  "1.2.3",
  "1.2.3.4.5",
  "[::1]",
];

describe("isPublicAddress", () => {
  it.each(INSIDE)("excludes %s: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(NO_ADDRESSES)("excludes '%s', which is not a complete address", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it.each(["93.184.215.14", "1.1.1.1", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])(
    "%s is",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(["::ffff:93.184.215.14", "64:ff9b::93.184.215.14"])(
    "includes %s, which is delivered to a public IPv4 address",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it("excludes an address of a private network in any notation", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    );
    fc.assert(
      fc.property(inside, fc.constantFrom("", "::ffff:", "64:ff9b::", "::"), (bytes, prefix) => {
        const hex = `${((bytes[0] << 8) | bytes[1]).toString(16)}:${((bytes[2] << 8) | bytes[3]).toString(16)}`;
        expect(isPublicAddress(prefix + bytes.join("."))).toBe(false);
        if (prefix !== "") expect(isPublicAddress(prefix + hex)).toBe(false);
      }),
    );
  });
});

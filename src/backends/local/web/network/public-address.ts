import ipaddr from "ipaddr.js";

/**
 * Azure's platform service, reachable from every virtual machine there: `ipaddr.js` treats it as an ordinary
 * address.
 */
const PLATFORM_SERVICE = ipaddr.IPv4.parse("168.63.129.16");

/** IPv6 addresses that end in an IPv4 address and are delivered there: mapped ones, and those of NAT64. */
const IPV4_INSIDE = [ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), ipaddr.IPv6.parseCIDR("64:ff9b::/96")];

/** The older notation of an IPv4 address as IPv6, which `ipaddr.js` does not support. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR("::/96");

/** The words before the IPv4 address in an ISATAP address, with any prefix. */
const ISATAP_MARKS = ["0:5efe", "200:5efe"];

/**
 * Returns whether an IP address belongs to the public internet.
 *
 * Excluded are this machine, its networks, the services that clouds provide to their machines, multicast,
 * test networks and all reserved ranges. For an IPv6 address that is delivered to an IPv4 address, the IPv4
 * address decides; tunnels (6to4, Teredo, ISATAP) are never public, nor is anything that is not an address in
 * full notation.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) is a network of this machine.
  if (address.includes("%")) return false;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIpv4(ipaddr.IPv4.parse(address));
  return ipaddr.IPv6.isValid(address) && isPublicIpv6(ipaddr.IPv6.parse(address));
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !address.match(PLATFORM_SERVICE, 32);
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (IPV4_INSIDE.some((network) => address.match(network))) {
    return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  const mark = address.parts
    .slice(4, 6)
    .map((part) => part.toString(16))
    .join(":");
  return address.range() === "unicast" && !address.match(IPV4_COMPATIBLE) && !ISATAP_MARKS.includes(mark);
}

import ipaddr from "ipaddr.js";

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether notifications may be sent to this address: a public one, in every environment. Loopback, private,
 *  link-local, carrier-grade, multicast, documentation, benchmark and other special-use ranges are refused,
 *  as is every IPv6 address outside of 2000::/3 and every tunnel of an IPv4 one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return false;
  return parsed.range() === "unicast";
}

import ipaddr from "ipaddr.js";

/** Returns the network by which failures of an address are counted: an IPv4 address itself, of IPv6 the /64,
 *  because one customer line can use any address of it. Null when the address is not known. */
export function networkOf(ipAddress: string | null): string | null {
  if (ipAddress === null || !ipaddr.isValid(ipAddress)) return null;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  return `${address.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

/** Returns the networks that contain an address, the narrowest first, each with its multiple of a single
 *  line's limit: an IPv4 address alone; of IPv6 the /64, and the /56 and the /48 that a single customer may
 *  have as well. All requests with an unknown address share one network, so that none bypasses a limit. */
export function networksOf(ipAddress: string | null): { network: string; share: number }[] {
  const narrowest = networkOf(ipAddress) ?? "unknown";
  if (!narrowest.endsWith("/64")) return [{ network: narrowest, share: 1 }];
  const [one, two, three, four = ""] = narrowest.split(":");
  const site = (Number.parseInt(four, 16) & 0xff00).toString(16);
  return [
    { network: narrowest, share: 1 },
    { network: `${one}:${two}:${three}:${site}::/56`, share: 4 },
    { network: `${one}:${two}:${three}::/48`, share: 16 },
  ];
}

/** Returns the widest network of an address, which may all be one customer's. */
export function widestNetworkOf(ipAddress: string | null): string {
  return networksOf(ipAddress).at(-1)?.network ?? "unknown";
}

import { readForwarders } from "@/lib/core/platform/forwarder-store";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { isTrustedProxy } from "@/lib/kernel/process/peer-address";

/** Peers that send X-Forwarded-For, classified by the configuration of this process. */
export interface SeenForwarders {
  /** Peers whose header would be ignored, the latest first. */
  ignored: string[];
  /** Peers that ATRIUM_TRUSTED_PROXIES names. */
  trusted: string[];
}

/** Returns the peers that have sent X-Forwarded-For in the last week. A peer that the configuration has
 *  named since counts as trusted. */
export async function readSeenForwarders(): Promise<SeenForwarders> {
  const addresses = (await readForwarders(unscoped)).map(({ address }) => address);
  const { ignored = [], trusted = [] } = Object.groupBy(addresses, (address) =>
    isTrustedProxy(address) ? "trusted" : "ignored",
  );
  return { ignored, trusted };
}

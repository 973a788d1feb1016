import { readForwarders } from "@/lib/core/platform/forwarder-store";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { isTrustedProxy } from "@/lib/kernel/process/peer-address";

/** What was seen of peers that send X-Forwarded-For, by the configuration of this process. */
export interface SeenForwarders {
  /** Peers whose word would not be taken, the latest first. */
  ignored: string[];
  /** Peers that ATRIUM_TRUSTED_PROXIES names. */
  trusted: string[];
}

/** Who has sent X-Forwarded-For in the last week. A peer that the configuration has named since counts as trusted. */
export async function readSeenForwarders(): Promise<SeenForwarders> {
  const addresses = (await readForwarders(unscoped)).map(({ address }) => address);
  const { ignored = [], trusted = [] } = Object.groupBy(addresses, (address) =>
    isTrustedProxy(address) ? "trusted" : "ignored",
  );
  return { ignored, trusted };
}

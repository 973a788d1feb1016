import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

// Peers that send X-Forwarded-For. A proxy missing in the list makes all users one network, which share its
// rate limits; a list without any actual proxy is a mistake too. Both show only in requests, so each process
// notes what it sees: each peer once an hour, so that a request costs a look-up in a short list.

/** A peer whose requests carry X-Forwarded-For. */
export interface Forwarder {
  address: string;
  /** Whether ATRIUM_TRUSTED_PROXIES contains it, so that its header is trusted. */
  trusted: boolean;
}

const HOUR_MS = 3_600_000;
/** Most peers of a kind that are noted in an hour, about as many as a server has proxies: any client can send
 *  the header. */
const MOST_NOTED = 5;
/** After so many peers no more are examined until the hour is over. */
const MOST_KNOWN = 100;

const seen = singleton<{
  since: number;
  known: Map<string, boolean>;
  tell: (forwarder: Forwarder) => void;
}>("forwarders", () => ({ since: performance.now(), known: new Map(), tell: () => {} }));

/** Sets the listener that receives each noted peer. */
export function onForwarder(tell: (forwarder: Forwarder) => void): void {
  seen.tell = tell;
}

/** Notes a peer that sends X-Forwarded-For, and logs one that is not trusted.
 *  @param named the last address of the header. For its own pages Next puts the socket's own there, which is
 *  ignored */
export function noteForwarder(
  address: string,
  named: string,
  isTrusted: (address: string) => boolean,
): void {
  if (performance.now() - seen.since > HOUR_MS) {
    seen.since = performance.now();
    seen.known.clear();
  }
  const { known } = seen;
  if (named === "" || named === address || known.has(address) || known.size >= MOST_KNOWN) return;
  const trusted = isTrusted(address);
  const alike = [...known.values()].filter((other) => other === trusted).length;
  known.set(address, trusted);
  if (alike >= MOST_NOTED) return;
  if (!trusted)
    logger.warn(
      { address },
      "X-Forwarded-For of this address is ignored: it is not in ATRIUM_TRUSTED_PROXIES. If it is your proxy, name it there",
    );
  seen.tell({ address, trusted });
}

import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

// Who sends X-Forwarded-For. A proxy that nobody listed makes all users one network, whose brakes they share; a list that
// names nobody who comes is a mistake too. Both are seen in requests alone, so each process notes what it sees: each peer
// once an hour, so that a request costs a look into a short list.

/** A peer whose requests carry X-Forwarded-For. */
export interface Forwarder {
  address: string;
  /** Whether ATRIUM_TRUSTED_PROXIES names it, so that its word is taken. */
  trusted: boolean;
}

const HOUR_MS = 3_600_000;
/** As many peers of a kind are noted in an hour as a server may plausibly have proxies: anybody can send the header. */
const MOST_NOTED = 5;
/** After so many nobody is looked at any more until the hour is over. */
const MOST_KNOWN = 100;

const seen = singleton<{
  since: number;
  known: Map<string, boolean>;
  tell: (forwarder: Forwarder) => void;
}>("forwarders", () => ({ since: performance.now(), known: new Map(), tell: () => {} }));

/** Has somebody told of each peer that is noted. */
export function onForwarder(tell: (forwarder: Forwarder) => void): void {
  seen.tell = tell;
}

/** Notes a peer that sends X-Forwarded-For, and says in the log when its word is not taken.
 *  @param named the last address of the header. Next notes the socket's own there, which is no news */
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

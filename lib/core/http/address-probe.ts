import { randomBytes } from "node:crypto";
import type { BelievedOrigin } from "@/lib/core/contract/address-probe";
import { claimsOurHost } from "@/lib/core/http/refuse-page-request";
import { config } from "@/lib/kernel/config/config";
import { equalHashes, keyedHash } from "@/lib/kernel/crypto/secrets";
import { addressBehind, isTrustedProxy, peerOf } from "@/lib/kernel/process/peer-address";

// `atrium doctor` asks the service, through whatever proxies are in front of it, where the service believes that the
// question came from. Only who holds the master key can ask: a ticket is signed with a key that is derived from it. So
// there is nothing to store and nothing to ask the database, and strangers cost one hash and get a 404. Whoever sees a
// ticket on its way learns from it, for as long as it works, no more than where their own request came from.

/** The header that carries a ticket. */
export const PROBE_HEADER = "x-atrium-probe";

/** How long a ticket works, and how far apart two machines' clocks may be. */
const LIFETIME_MS = 60_000;
const APART_MS = 60_000;

/** A header is longer than this only when somebody plays with it. */
const SHOWN = 500;

/** A ticket to ask with: when it was made, what makes it the only one, and their keyed hash. */
export function newProbeTicket(at: Date): string {
  const about = `${at.getTime()}.${randomBytes(16).toString("base64url")}`;
  return `${about}.${macOf(about).toString("base64url")}`;
}

/** Whether a ticket was made with our master key, just now. */
export function isProbeTicket(ticket: string, at: Date): boolean {
  const parts = /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(ticket);
  if (!parts) return false;
  const [, about = "", made, mac = ""] = parts;
  const age = at.getTime() - Number(made);
  if (age > LIFETIME_MS + APART_MS || age < -APART_MS) return false;
  return equalHashes(macOf(about), Buffer.from(mac, "base64url"));
}

/** What only who holds the master key can answer to a ticket. */
export function probeProof(ticket: string): string {
  return keyedHash("address-probe-proof", ticket).toString("base64url");
}

/** What this process believes of where a request came from. Nothing of it is remembered. */
export function believedOrigin(headers: Headers): BelievedOrigin {
  const peer = peerOf(headers);
  const { trustedProxies } = config();
  const forwarded = headers.get("x-forwarded-for");
  return {
    peer,
    peerIsTrusted: peer !== null && isTrustedProxy(peer),
    trustsProxies: trustedProxies.length > 0,
    address: peer === null ? null : addressBehind(peer, forwarded, trustedProxies),
    forwardedFor: forwarded?.slice(0, SHOWN) ?? null,
    host: headers.get("host")?.slice(0, SHOWN) ?? null,
    takesForms: claimsOurHost(headers),
  };
}

function macOf(about: string): Buffer<ArrayBuffer> {
  return keyedHash("address-probe", about);
}

import { randomBytes } from "node:crypto";
import type { BelievedOrigin } from "@/lib/core/contract/address-probe";
import { claimsOurHost } from "@/lib/core/http/refuse-page-request";
import { config } from "@/lib/kernel/config/config";
import { equalHashes, keyedHash } from "@/lib/kernel/crypto/secrets";
import { addressBehind, isTrustedProxy, peerOf } from "@/lib/kernel/process/peer-address";

// `atrium doctor` sends the service, through its proxies, a request for what the service believes to be
// the request's origin. Only the holder of the master key can send it: a ticket is signed with a key
// derived from it. So nothing is stored and the database is not queried; a request without a valid ticket
// costs one hash and gets a 404. Another reader of a ticket learns from it, while it is valid, only the
// origin of their own request.

/** The header that carries a ticket. */
export const PROBE_HEADER = "x-atrium-probe";

/** Lifetime of a ticket, and the largest difference between two machines' clocks. */
const LIFETIME_MS = 60_000;
const APART_MS = 60_000;

/** Longest part of a header in the answer. Only deliberate requests have longer headers. */
const SHOWN = 500;

/** Creates a ticket: its time, a random part and their keyed hash. */
export function newProbeTicket(at: Date): string {
  const about = `${at.getTime()}.${randomBytes(16).toString("base64url")}`;
  return `${about}.${macOf(about).toString("base64url")}`;
}

/** Whether a ticket was made with our master key within the last minute. */
export function isProbeTicket(ticket: string, at: Date): boolean {
  const parts = /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(ticket);
  if (!parts) return false;
  const [, about = "", made, mac = ""] = parts;
  const age = at.getTime() - Number(made);
  if (age > LIFETIME_MS + APART_MS || age < -APART_MS) return false;
  return equalHashes(macOf(about), Buffer.from(mac, "base64url"));
}

/** Answer to a ticket, which only a holder of the master key can compute. */
export function probeProof(ticket: string): string {
  return keyedHash("address-probe-proof", ticket).toString("base64url");
}

/** Returns the origin of a request as this process determines it. Nothing of it is stored. */
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

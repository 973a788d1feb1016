import { emailKeyOf } from "@/lib/core/users/email";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { keyedHash } from "@/lib/kernel/crypto/secrets";
import { isId } from "@/lib/kernel/ids";

/** A user in a receiver's request (RFC 9493 §3.2.2, §3.2.3). */
export type NamedSubject =
  | { format: "iss_sub"; iss: string; sub: string }
  | { format: "email"; email: string };

/** Keyed hash of a user's id, for the excluded subjects of a stream. The table reveals no ids. */
export function userHash({ environmentId }: TenantScope, userId: string): Buffer<ArrayBuffer> {
  return keyedHash("signal-subject", environmentId, "iss_sub", userId.toLowerCase());
}

/** Like `userHash`, for an address. */
export function addressHash({ environmentId }: TenantScope, email: string): Buffer<ArrayBuffer> {
  return keyedHash("signal-subject", environmentId, "email", emailKeyOf(email));
}

/** Id in a subject of our own issuer; null for another issuer, and for an address. */
export function namedUserId(subject: NamedSubject): string | null {
  if (subject.format !== "iss_sub" || subject.iss !== config().baseUrl) return null;
  return isId(subject.sub) ? subject.sub.toLowerCase() : null;
}

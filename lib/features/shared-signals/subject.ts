import { emailKeyOf } from "@/lib/core/users/email";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { keyedHash } from "@/lib/kernel/crypto/secrets";
import { isId } from "@/lib/kernel/ids";

/** A user as a receiver names one (RFC 9493 §3.2.2, §3.2.3). */
export type NamedSubject =
  | { format: "iss_sub"; iss: string; sub: string }
  | { format: "email"; email: string };

/** How a user is stored among those that a stream says nothing of: whoever reads the table learns nothing. */
export function userHash({ environmentId }: TenantScope, userId: string): Buffer<ArrayBuffer> {
  return keyedHash("signal-subject", environmentId, "iss_sub", userId.toLowerCase());
}

/** The same for an address. */
export function addressHash({ environmentId }: TenantScope, email: string): Buffer<ArrayBuffer> {
  return keyedHash("signal-subject", environmentId, "email", emailKeyOf(email));
}

/** The id that a subject of our own issuer names; null for anybody else's, and for an address. */
export function namedUserId(subject: NamedSubject): string | null {
  if (subject.format !== "iss_sub" || subject.iss !== config().baseUrl) return null;
  return isId(subject.sub) ? subject.sub.toLowerCase() : null;
}

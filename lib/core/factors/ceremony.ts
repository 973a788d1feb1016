import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { TenantScope } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { seal, unseal } from "@/lib/kernel/crypto/seal";
import { newId } from "@/lib/kernel/ids";

const PREFIX = "afc_";

/** Registrations and proofs of factors take several requests. Their state is in the token, sealed: a page
 *  of a sign-in can offer a passkey without writing a row. A row written when the token is presented
 *  ensures that it works once. */
const kinds = {
  passkeyAuthentication: z.object({ challenge: z.string() }),
  passkeyStepUp: z.object({ challenge: z.string() }),
  passkeyRegistration: z.object({ challenge: z.string() }),
  totpRegistration: z.object({ secret: z.string() }),
  factorEnrolment: z.object({
    userId: z.string(),
    channel: z.enum(["direct", "hosted"]),
    amr: z.array(z.string()),
    /** Hash of the password hash in force: once the password changes, the token is worthless. */
    password: z.string(),
    /** Time at which the sign-in was complete, when a factor is only offered; null when the sign-in
     *  requires it. */
    completeAt: z.coerce.date().nullable().default(null),
  }),
} as const;

export type CeremonyKind = keyof typeof kinds;
export type CeremonyContent<Kind extends CeremonyKind> = z.infer<(typeof kinds)[Kind]>;

/** Lifetime of each kind, in seconds: five minutes by contract, and time to install an app for an
 *  enrolment. */
const lifetimes: Record<CeremonyKind, number> = {
  passkeyAuthentication: 5 * 60,
  passkeyStepUp: 5 * 60,
  passkeyRegistration: 5 * 60,
  totpRegistration: 15 * 60,
  factorEnrolment: 15 * 60,
};

/** A ceremony with its subject and content. */
export interface Ceremony<Kind extends CeremonyKind> {
  id: string;
  content: CeremonyContent<Kind>;
  expiresAt: Date;
}

const envelope = z.object({ id: z.string(), expiresAt: z.coerce.date(), content: z.unknown() });

/** Returns a challenge for an authenticator: 256 random bits in base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString("base64url");
}

/** Starts a ceremony.
 *  @param boundTo the session or the browser's sign-in that the token is bound to; "" for the environment
 *  alone
 *  @returns the token that the end of the ceremony has to present, and its expiry */
export function beginCeremony<Kind extends CeremonyKind>(
  { environmentId }: Pick<TenantScope, "environmentId">,
  kind: Kind,
  boundTo: string,
  content: CeremonyContent<Kind>,
): { token: string; expiresAt: Date } {
  const expiresAt = secondsAfter(now(), lifetimes[kind]);
  const sealed = seal(`ceremony:${kind}`, contextOf(environmentId, boundTo), {
    id: newId(),
    expiresAt,
    content,
  });
  return { token: PREFIX + sealed.toString("base64url"), expiresAt };
}

/** Reads the token of a ceremony without spending it.
 *  @returns null for one that is unknown, another's, altered or expired */
export function readCeremony<Kind extends CeremonyKind>(
  { environmentId }: Pick<TenantScope, "environmentId">,
  kind: Kind,
  boundTo: string,
  token: string,
): Ceremony<Kind> | null {
  if (!token.startsWith(PREFIX)) return null;
  try {
    const sealed = Buffer.from(token.slice(PREFIX.length), "base64url");
    const opened = unseal(`ceremony:${kind}`, contextOf(environmentId, boundTo), sealed);
    const { id, expiresAt, content } = envelope.parse(opened);
    if (expiresAt <= now()) return null;
    return { id, expiresAt, content: kinds[kind].parse(content) as CeremonyContent<Kind> };
  } catch {
    // Altered, of another environment, or sealed under a master key that is no longer ours: treated as
    // absent.
    return null;
  }
}

function contextOf(environmentId: string, boundTo: string): string {
  return `${environmentId}:${boundTo}`;
}

import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import { eventTypes, VERIFICATION } from "@/lib/features/shared-signals/event-types";
import type { FormerAddress } from "@/lib/features/shared-signals/former-address-store";
import type { Signal } from "@/lib/features/shared-signals/signals-of";
import { config } from "@/lib/kernel/config/config";

/** What a token says, before it is signed. */
export interface TokenContent {
  jti: string;
  issuedAt: Date;
  audience: string;
  /** What happened at once has the same, whichever tokens tell of it. */
  transaction: string;
  subject: object;
  event: string;
  claims: object;
}

/** Signs a security event token (RFC 8417, SSF 1.0 §4): explicitly typed, about one event, without a subject or an end of its own
 *  as other tokens have them, so that it never passes for one. */
export async function signSecurityEvent(content: TokenContent): Promise<string> {
  const { token } = await signJwt("security_event", "secevent+jwt", {
    iss: config().baseUrl,
    aud: content.audience,
    jti: content.jti,
    iat: Math.floor(content.issuedAt.getTime() / 1000),
    txn: content.transaction,
    sub_id: content.subject,
    events: { [content.event]: content.claims },
  });
  return token;
}

/** What a verification says: its subject is the stream (SSF 1.0 §8.1.4.1). */
export function verificationOf(
  streamId: string,
  state: string | null,
): Pick<TokenContent, "subject" | "event" | "claims"> {
  return {
    subject: { format: "opaque", id: streamId },
    event: VERIFICATION,
    claims: state === null ? {} : { state },
  };
}

/** What a signal says.
 *  @param address where the signal is about one: what it was, and what it became
 *  @returns null when the address is known no more */
export function contentOf(
  { type, subject, claims }: Signal,
  tenantPublicId: string,
  address: Pick<FormerAddress, "email" | "nextEmail"> | null,
): Pick<TokenContent, "subject" | "event" | "claims"> | null {
  const event = eventTypes[type];
  const user = { format: "iss_sub", iss: config().baseUrl, sub: subject.userId };
  switch (subject.of) {
    case "user":
      return { subject: user, event, claims };
    case "session": {
      const session = { format: "opaque", id: subject.accountSessionId };
      const tenant = { format: "opaque", id: tenantPublicId };
      return { subject: { format: "complex", user, session, tenant }, event, claims };
    }
    case "address": {
      if (!address) return null;
      // The subject must be the old value (RISC Profile 1.0 §2.5).
      const old = { format: "email", email: address.email };
      return { subject: old, event, claims: { ...claims, "new-value": address.nextEmail } };
    }
  }
}

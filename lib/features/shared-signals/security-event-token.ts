import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import { eventTypes, VERIFICATION } from "@/lib/features/shared-signals/event-types";
import type { FormerAddress } from "@/lib/features/shared-signals/former-address-store";
import type { Signal } from "@/lib/features/shared-signals/signals-of";
import { config } from "@/lib/kernel/config/config";

/** Content of a token, before signing. */
export interface TokenContent {
  jti: string;
  issuedAt: Date;
  audience: string;
  /** Identifier of the request that caused the event: equal for all tokens about it. */
  transaction: string;
  subject: object;
  event: string;
  claims: object;
}

/** Signs a security event token (RFC 8417, SSF 1.0 §4): explicitly typed, about one event, and without
 *  `sub` and `exp`, so that it cannot be taken for another kind of token. */
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

/** Content of a verification: its subject is the stream (SSF 1.0 §8.1.4.1). */
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

/** Content of a signal.
 *  @param address for a signal about an address: the former and the next one
 *  @returns null if the address is not stored any more */
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

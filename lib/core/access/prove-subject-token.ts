import { type ExchangeTarget, SubjectTokenRefused } from "@/lib/core/access/subject-token-refused";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { findSourceByIssuer } from "@/lib/core/external-identities/identity-source-store";
import {
  claimedIssuer,
  InvalidSubjectToken,
  type SubjectToken,
  verifySubjectToken,
} from "@/lib/core/external-identities/subject-token";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { PublishedKeysUnavailable } from "@/lib/kernel/outbound/published-keys";

/** Returns the source that a token comes from and the token's claims, verified. Reads the source's keys
 *  from the network, so that no transaction may be open around it.
 *  @param known receives the targets of the outcome's audit event
 *  @throws SubjectTokenRefused */
export async function proveSubjectToken(
  scope: TenantScope,
  token: string,
  known: ExchangeTarget[],
): Promise<{ source: IdentitySource; proved: SubjectToken }> {
  try {
    const issuer = claimedIssuer(token);
    const source = await inBatch(scope, (db) => findSourceByIssuer(db, issuer));
    if (!source)
      throw new SubjectTokenRefused(
        "source_unknown",
        "the issuer of the token is not an identity source",
      );
    known.push({ type: "identity_source", id: source.id, name: source.issuer });
    assertActive(source);
    return { source, proved: await verifySubjectToken(source, token, now()) };
  } catch (error) {
    if (error instanceof InvalidSubjectToken)
      throw new SubjectTokenRefused("token_invalid", error.message);
    if (error instanceof PublishedKeysUnavailable)
      throw new SubjectTokenRefused("source_keys_unavailable", error.message);
    throw error;
  }
}

/** @throws SubjectTokenRefused for a source that is disabled, or was disabled meanwhile */
export function assertActive(source: IdentitySource | null): asserts source is IdentitySource {
  if (source?.status !== "active")
    throw new SubjectTokenRefused(
      "source_disabled",
      "the identity source of the token is disabled",
    );
}

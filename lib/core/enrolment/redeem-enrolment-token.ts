import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { verifyEnrolmentProof } from "@/lib/core/enrolment/enrolment-proof";
import {
  countInMinute,
  type RedeemableToken,
  unusableReason,
} from "@/lib/core/enrolment/enrolment-token";
import {
  countRedemption,
  lockEnrolmentToken,
  type ResolvedEnrolmentToken,
  resolveEnrolmentToken,
} from "@/lib/core/enrolment/enrolment-token-store";
import { lockCapacity } from "@/lib/core/installations/capacity-store";
import type { NewInstallation } from "@/lib/core/installations/installation";
import { keyThumbprint, type PublicKey } from "@/lib/core/installations/installation-key";
import {
  findInstallationOfKey,
  insertInstallation,
} from "@/lib/core/installations/installation-store";
import { takeProof } from "@/lib/core/installations/used-proof-store";
import type { RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import { singleton } from "@/lib/kernel/process/singleton";

/** Serializes redemptions of one token. They wait here instead of each on a connection: a rollout that
 *  enrols everything at once leaves the pool to other requests. */
const redemptions = singleton("redemptions", () => new ConcurrencyLimit(4, 256));

/** Input of an enrolment, as an installation presents it. */
export interface Redemption {
  token: string;
  publicKey: PublicKey;
  proof: string;
  name: string;
  platform?: string | null | undefined;
  version?: string | null | undefined;
}

/** An installation that has just been enrolled, with its tenant and environment. */
export interface EnrolledInstallation {
  installation: NewInstallation;
  tenantPublicId: string;
  environmentKey: string;
}

/** Enrols an installation: the proof first, which needs no database, then the checks in the contract's
 *  order while the token's row is locked, so that of any number of parallel redemptions exactly as many
 *  succeed as uses and capacity are left. A key that is enrolled already consumes nothing.
 *  @throws ServiceError `proof_rejected`, `enrolment_token_unknown`, `…_revoked`, `…_not_yet_valid`,
 *  `…_expired`, `installation_key_duplicate` with the installation's id, `enrolment_token_exhausted`,
 *  `…_rate_limited`, `installation_limit_reached` */
export async function redeemEnrolmentToken(
  redemption: Redemption,
  context: RequestContext,
): Promise<EnrolledInstallation> {
  const proof = await verifyEnrolmentProof(redemption, now());
  const found = await resolveEnrolmentToken(hashSecret(redemption.token));
  if (found?.tenantStatus !== "active") throw new ServiceError("enrolment_token_unknown");
  const outcome = await redemptions.run(found.tenantId, () =>
    inTransaction(found, (db) => enrol(db, found, { ...redemption, ...proof, context })),
  );
  // A refusal is returned out of the transaction, not thrown in it: the counters are committed.
  if (outcome instanceof ServiceError) throw outcome;
  return {
    installation: outcome,
    tenantPublicId: found.tenantPublicId,
    environmentKey: found.environmentKey,
  };
}

type Attempt = Redemption & { jti: string; expiresAt: Date; context: RequestContext };

async function enrol(
  db: Queryable,
  { tokenId }: ResolvedEnrolmentToken,
  attempt: Attempt,
): Promise<NewInstallation | ServiceError> {
  const token = await lockEnrolmentToken(db, tokenId);
  // Read after the row lock was acquired.
  const at = now();
  const thumbprint = keyThumbprint(attempt.publicKey);
  if (!token) return new ServiceError("enrolment_token_unknown");
  const { jti, expiresAt } = attempt;
  const proof = { keyThumbprint: thumbprint, jti, expiresAt };
  const counted = await admit(db, token, proof, at);
  if (counted instanceof ServiceError) return counted;
  const { active, limit } = await lockCapacity(db);
  if (active >= limit) {
    await countRedemption(db, tokenId, counted);
    return new ServiceError("installation_limit_reached", {
      detail: `The tenant has ${active} active installations and a limit of ${limit}.`,
    });
  }
  const { name, publicKey, platform = null, version = null } = attempt;
  const installation: NewInstallation = {
    ...{ id: newId(), name, platform, version, publicKey, keyThumbprint: thumbprint },
    ...{ appId: token.appId, organizationId: token.organizationId },
    ...{ enrolmentTokenId: tokenId, enrolledAt: at },
  };
  const [isAdded] = await Promise.all([
    insertInstallation(db, installation),
    countRedemption(db, tokenId, { ...counted, uses: token.uses + 1 }),
    auditEnrolment(db, installation, token.name, attempt.context),
  ]);
  // With another token of the tenant, the same key can be enrolled between the lookup and here.
  if (!isAdded) throw duplicate(await findInstallationOfKey(db, thumbprint));
  return installation;
}

/** Checks the token itself, in the contract's order: returns the first refusal, or the minute including
 *  this redemption. */
async function admit(
  db: Queryable,
  token: RedeemableToken,
  proof: { keyThumbprint: string; jti: string; expiresAt: Date },
  at: Date,
) {
  const unusable = unusableReason(token, at);
  if (unusable) return new ServiceError(unusable);
  const [holder, isFresh] = await Promise.all([
    findInstallationOfKey(db, proof.keyThumbprint),
    takeProof(db, proof),
  ]);
  if (holder) throw duplicate(holder);
  if (!isFresh)
    return new ServiceError("proof_rejected", { detail: "proof: the proof was presented before." });
  if (token.maxUses !== null && token.uses >= token.maxUses)
    return new ServiceError("enrolment_token_exhausted");
  const counted = countInMinute(token, at);
  return "retryAfterSeconds" in counted
    ? new ServiceError("enrolment_token_rate_limited", counted)
    : counted;
}

/** Thrown, so that the transaction is rolled back: a retry consumes nothing. */
function duplicate(installationId: string | null): ServiceError {
  return new ServiceError("installation_key_duplicate", {
    detail: "An installation with this key is enrolled already.",
    fields: { installationId },
  });
}

async function auditEnrolment(
  db: Queryable,
  { id, name, enrolmentTokenId, appId, keyThumbprint: thumbprint }: NewInstallation,
  tokenName: string,
  context: RequestContext,
): Promise<void> {
  await recordAuditEvent(db, {
    kind: "installation.enrolled",
    actor: { type: "installation", id, name },
    context,
    targets: [
      { type: "installation", id, name },
      { type: "enrolment_token", id: enrolmentTokenId, name: tokenName },
      { type: "app", id: appId },
    ],
    metadata: { keyThumbprint: thumbprint },
  });
}

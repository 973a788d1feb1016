import { queryBeforeTenant, type TenantTransaction } from "@/lib/db";
import type { EnrolmentToken, RedeemableToken } from "@/lib/enrolment/enrolment-token";

/** What is read of an enrolment token. */
export const enrolmentTokenFields = {
  id: true,
  name: true,
  hint: true,
  appId: true,
  organizationId: true,
  notBefore: true,
  expiresAt: true,
  maxUses: true,
  uses: true,
  perMinute: true,
  revokedAt: true,
} as const;

/** Every enrolment token of the environment, revoked and expired ones included, the oldest first. */
export function listEnrolmentTokens({
  sql,
  environmentId,
}: TenantTransaction): Promise<EnrolmentToken[]> {
  return sql.enrolmentToken.findMany({
    where: { environmentId },
    select: enrolmentTokenFields,
    orderBy: { id: "asc" },
  });
}

/** The token with this id in the environment. */
export function findEnrolmentToken(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<EnrolmentToken | null> {
  return sql.enrolmentToken.findFirst({
    where: { id, environmentId },
    select: enrolmentTokenFields,
  });
}

/** Stores a new token under its hash. */
export function insertEnrolmentToken(
  { sql, tenantId, environmentId }: TenantTransaction,
  token: Omit<EnrolmentToken, "id" | "uses" | "revokedAt"> & { secretHash: Buffer<ArrayBuffer> },
): Promise<EnrolmentToken> {
  return sql.enrolmentToken.create({
    data: { ...token, tenantId, environmentId },
    select: enrolmentTokenFields,
  });
}

/** Marks a token revoked, once.
 *  @returns whether it was live */
export async function revokeEnrolmentTokenRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.enrolmentToken.updateMany({
    where: { id, environmentId, revokedAt: null },
    data: { revokedAt: at },
  });
  return count === 1;
}

/** An enrolment token as it is known before its tenant is. */
export interface ResolvedEnrolmentToken {
  tokenId: string;
  tenantId: string;
  tenantPublicId: string;
  tenantStatus: "active" | "disabled";
  environmentId: string;
  environmentKey: string;
}

/** The token with this hash, in whatever tenant it is, or null. */
export async function resolveEnrolmentToken(
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedEnrolmentToken | null> {
  const rows = await queryBeforeTenant<ResolvedEnrolmentToken>(
    "resolve-enrolment-token",
    `SELECT token_id AS "tokenId", tenant_id AS "tenantId", tenant_public_id AS "tenantPublicId",
            tenant_status AS "tenantStatus", environment_id AS "environmentId", environment_key AS "environmentKey"
     FROM atrium_resolve_enrolment_token($1)`,
    [hash],
  );
  return rows[0] ?? null;
}

/** The token, holding its row until the transaction ends: of any number that redeem it at once, each sees
 *  what the ones before it used up. */
export async function lockEnrolmentToken(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<RedeemableToken | null> {
  await sql.$queryRaw`SELECT 1 AS held FROM enrolment_tokens WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return sql.enrolmentToken.findFirst({
    where: { id, environmentId },
    select: { ...enrolmentTokenFields, minuteStartedAt: true, minuteCount: true },
  });
}

/** Writes what a redemption counted on a token whose row is held. */
export async function countRedemption(
  { sql, environmentId }: TenantTransaction,
  id: string,
  counted: { minuteStartedAt: Date; minuteCount: number; uses?: number },
): Promise<void> {
  await sql.enrolmentToken.updateMany({ where: { id, environmentId }, data: counted });
}

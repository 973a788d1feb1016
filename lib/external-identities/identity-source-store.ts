import type { TenantTransaction } from "@/lib/db";
import type {
  IdentitySource,
  IdentitySourceChanges,
} from "@/lib/external-identities/identity-source";
import { newId } from "@/lib/ids";

const omit = { tenantId: true, environmentId: true } as const;

/** A row as the house knows it: what is stored as JSON was checked on its way in. */
function sourceOf<R extends { attributeMapping: unknown }>(row: R) {
  return { ...row, attributeMapping: row.attributeMapping as Record<string, string> };
}

/** Every identity source of the environment, the oldest first. */
export async function listIdentitySources({
  sql,
  environmentId,
}: TenantTransaction): Promise<IdentitySource[]> {
  const rows = await sql.identitySource.findMany({
    where: { environmentId },
    omit,
    orderBy: { id: "asc" },
  });
  return rows.map(sourceOf);
}

/** The source with this id in the environment. */
export async function findIdentitySource(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<IdentitySource | null> {
  const row = await sql.identitySource.findFirst({ where: { id, environmentId }, omit });
  return row && sourceOf(row);
}

/** The source with this issuer in the environment. */
export async function findSourceByIssuer(
  { sql, environmentId }: TenantTransaction,
  issuer: string,
): Promise<IdentitySource | null> {
  const row = await sql.identitySource.findUnique({
    where: { environmentId_issuer: { environmentId, issuer } },
    omit,
  });
  return row && sourceOf(row);
}

/** The same by its id, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockIdentitySource(
  transaction: TenantTransaction,
  id: string,
): Promise<IdentitySource | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`
    SELECT id FROM identity_sources
    WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR NO KEY UPDATE`;
  return findIdentitySource(transaction, id);
}

/** Adds a source unless the environment has one with its issuer.
 *  @returns its id, or null when the issuer is taken */
export async function insertIdentitySource(
  { sql, tenantId, environmentId }: TenantTransaction,
  wanted: Pick<IdentitySource, "type" | "issuer" | "audiences" | "jwksUri" | "attributeMapping">,
): Promise<string | null> {
  const id = newId();
  const { count } = await sql.identitySource.createMany({
    data: [{ ...wanted, id, tenantId, environmentId }],
    skipDuplicates: true,
  });
  return count === 1 ? id : null;
}

/** Changes a source that is known to be in the environment; what is absent stays. */
export async function updateIdentitySource(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: IdentitySourceChanges,
): Promise<IdentitySource> {
  return sourceOf(
    await sql.identitySource.update({ where: { id, environmentId }, data: changes, omit }),
  );
}

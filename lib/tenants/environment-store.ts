import type { TenantTransaction } from "@/lib/db";

/** A tenant's environments, production first: what a page means that names the tenant alone. */
export async function listEnvironments({
  sql,
  tenantId,
}: Pick<TenantTransaction, "sql" | "tenantId">): Promise<{ id: string; key: string }[]> {
  const found = await sql.environment.findMany({
    where: { tenantId },
    select: { id: true, key: true, kind: true },
    orderBy: { id: "asc" },
  });
  const rank = ({ kind }: { kind: string }) => (kind === "production" ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b)).map(({ id, key }) => ({ id, key }));
}

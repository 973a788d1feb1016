import { withClient } from "@/tools/postgres/with-client";

/** A tenant with this many users, each a member of one organization, and a token that may read them. Needs
 *  the environment of a running service. */
export async function aTenantOf(size: number): Promise<{ tenantId: string; token: string }> {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aMachineToken } = await import("@/tests/builders/a-machine-token");
  const { anOrganization } = await import("@/tests/builders/an-organization");
  const tenant = await aTenant({ name: `With ${size}` });
  const organization = await anOrganization(tenant);
  // The tables' owner passes row-level security.
  await withClient(process.env.DATABASE_OWNER_URL, async (client) => {
    await client.query(
      `WITH made AS (
         INSERT INTO users (tenant_id, environment_id, email, email_key, display_name, password_hash)
         SELECT $1, $2, e, e, 'User ' || n, repeat('x', 97)
         FROM generate_series(1, $4::int) n, LATERAL (SELECT 'user' || n || '@example.com' AS e) address
         RETURNING id)
       INSERT INTO memberships (tenant_id, environment_id, organization_id, user_id)
       SELECT $1, $2, $3, id FROM made`,
      [tenant.tenantId, tenant.environmentId, organization.id, size],
    );
    await client.query("VACUUM ANALYZE users, memberships");
  });
  return { tenantId: tenant.tenantId, token: await aMachineToken(tenant, ["users:read"]) };
}

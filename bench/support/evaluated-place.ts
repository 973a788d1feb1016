import { randomUUID } from "node:crypto";
import pg from "pg";

/** An environment whose users' access is evaluated. */
export interface EvaluatedPlace {
  token: string;
  appIds: string[];
  /** Each a member of one of the organizations. */
  people: { userId: string; organizationId: string }[];
}

const ORGANIZATIONS = 50;
const APPS = 10;

/** Users in organizations with packages, overrides and roles, and apps that ask for all of it. Needs the
 *  environment of a running service. */
export async function anEvaluatedPlace(users: number): Promise<EvaluatedPlace> {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aMachineToken } = await import("@/tests/builders/a-machine-token");
  const { aMember } = await import("@/tests/builders/a-member");
  const { aPackage } = await import("@/tests/builders/a-package");
  const { aRole } = await import("@/tests/builders/a-role");
  const { anApp } = await import("@/tests/builders/an-app");
  const { setOverride } = await import("@/lib/core/entitlements/change-override");
  const tenant = await aTenant({ name: "Evaluated" });
  const words = Array.from({ length: 20 }, (_, at) => `thing-${at}:read`);
  const appIds: string[] = [];
  for (let app = 0; app < APPS; app++) {
    const asks = { packagePolicy: "listed" as const, requiredEntitlements: ["reports:read"] };
    appIds.push((await anApp(tenant, asks)).id);
  }
  const permissions = [...words, "reports:read"];
  const roles = await Promise.all([1, 2, 3].map(() => aRole(tenant, { appIds, permissions })));
  const held = await aPackage(tenant, { appIds, entitlements: permissions });
  const organizations: string[] = [];
  for (let at = 0; at < ORGANIZATIONS; at++) {
    const { organizationId } = await aMember(tenant, { packageId: held.id });
    await setOverride(tenant, { organizationId, entitlement: `extra-${at}`, effect: "grant" });
    organizations.push(organizationId);
  }
  const people = Array.from({ length: users }, (_, at) => ({
    userId: randomUUID(),
    organizationId: organizations[at % ORGANIZATIONS] ?? "",
    roleId: roles[at % roles.length]?.id ?? "",
  }));
  await insert(tenant, people);
  return { token: await aMachineToken(tenant, ["entitlements:read"]), appIds, people };
}

async function insert(
  { tenantId, environmentId }: { tenantId: string; environmentId: string },
  people: { userId: string; organizationId: string; roleId: string }[],
): Promise<void> {
  // The tables' owner passes row-level security.
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await client.connect();
  try {
    const each = (name: "userId" | "organizationId" | "roleId") => people.map((one) => one[name]);
    await client.query(
      `INSERT INTO users (id, tenant_id, environment_id, email, email_key)
       SELECT id, $1, $2, id || '@example.com', id || '@example.com' FROM unnest($3::uuid[]) AS id`,
      [tenantId, environmentId, each("userId")],
    );
    await client.query(
      `INSERT INTO memberships (tenant_id, environment_id, user_id, organization_id, role_id)
       SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[])`,
      [tenantId, environmentId, each("userId"), each("organizationId"), each("roleId")],
    );
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

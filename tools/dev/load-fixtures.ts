import { createApp } from "@/lib/core/apps/create-app";
import { camelKeys } from "@/lib/core/contract/names";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { selectableScopes } from "@/lib/core/credentials/scopes";
import { placeUser } from "@/lib/core/memberships/place-user";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { createOrganization } from "@/lib/core/organizations/create-organization";
import { createPackage } from "@/lib/core/packages/create-package";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { createRole } from "@/lib/core/roles/create-role";
import { changeSecurityPolicy } from "@/lib/core/security-policy/change-security-policy";
import { createTenant } from "@/lib/core/tenants/create-tenant";
import { createTenantSecret } from "@/lib/core/tenants/create-tenant-secret";
import { createUser } from "@/lib/core/users/create-user";
import { profileOf } from "@/lib/core/users/fields";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import type { TestTenant } from "@/packages/testing/src/about";
import { type Fixtures, type FixtureTenant, StartError } from "./fixtures";

type Ids = Record<string, string>;

const BY = { actor: { type: "operator", id: "atrium dev" }, context: noRequest } as const;

/** Loads fixtures through the public use cases, one after the other, so that the same file makes the same
 *  ids.
 *  @throws StartError, or ServiceError of the use case that refused */
export async function loadFixtures({ tenants }: Fixtures): Promise<Record<string, TestTenant>> {
  const loaded: Record<string, TestTenant> = {};
  for (const tenant of tenants) loaded[tenant.key] = await loadTenant(tenant);
  return loaded;
}

async function loadTenant(tenant: FixtureTenant): Promise<TestTenant> {
  const { key, kind } = tenant.environment;
  const made = await createTenant(BY, {
    name: tenant.name,
    environments: [{ key, name: key, kind }],
  });
  const [environment] = made.environments;
  if (!environment) throw new Error("unreachable: a tenant was made without its environment");
  const caller: Caller = { ...environment, environmentKey: key, ...BY };
  if (tenant.security_policy) await changeSecurityPolicy(caller, camelKeys(tenant.security_policy));
  const structure = await loadStructure(caller, tenant);
  return {
    tenant_id: made.publicId,
    environment: key,
    tenant_secret: (await createTenantSecret(caller)).secret,
    ...structure,
    users: await loadUsers(caller, tenant, structure),
    ...(await loadClients(caller, tenant, structure)),
  };
}

type Structure = Pick<TestTenant, "apps" | "packages" | "roles" | "organizations">;

async function loadStructure(caller: Caller, tenant: FixtureTenant): Promise<Structure> {
  const apps: Ids = {};
  for (const app of tenant.apps) apps[app.key] = (await createApp(caller, app)).id;
  for (const type of tenant.organization_types) await createOrganizationType(caller, type);
  const packages: Ids = {};
  for (const { apps: opened, ...offer } of tenant.packages) {
    const appIds = opened.map((app) => named(apps, app, "app"));
    packages[offer.key] = (await createPackage(caller, { ...offer, appIds })).id;
  }
  const roles: Ids = {};
  for (const { apps: reached, ...role } of tenant.roles) {
    const { id } = await createRole(caller, role);
    roles[role.key] = id;
    const appIds = reached.map((app) => named(apps, app, "app"));
    if (appIds.length > 0) await changeRoleApps(caller, id, appIds);
  }
  const organizations: Ids = {};
  for (const fixture of tenant.organizations) {
    const { id } = await createOrganization(caller, {
      name: fixture.name,
      slug: fixture.slug,
      externalId: fixture.external_id ?? null,
      organizationType: fixture.organization_type ?? null,
      packageId: fixture.package ? named(packages, fixture.package, "package") : null,
    });
    organizations[fixture.slug] = id;
  }
  return { apps, packages, roles, organizations };
}

async function loadUsers(
  caller: Caller,
  { users }: FixtureTenant,
  { organizations, roles }: Structure,
): Promise<TestTenant["users"]> {
  const loaded: TestTenant["users"] = {};
  for (const fixture of users) {
    const places = fixture.memberships.map(({ organization, role }) => ({
      organizationId: named(organizations, organization, "organization"),
      roleId: named(roles, role, "role"),
    }));
    const [first, ...others] = places;
    const { user } = await createUser(caller, {
      email: fixture.email,
      ...(fixture.password !== undefined && { password: fixture.password }),
      ...profileOf(fixture),
      emailVerified: fixture.email_verified,
      ...first,
    });
    for (const place of others)
      await inTransaction(caller, (db) =>
        placeUser(db, caller, user.id, { ...place, status: "active" }),
      );
    const { email, password = null } = fixture;
    loaded[email] = { id: user.id, email, password };
  }
  return loaded;
}

async function loadClients(
  caller: Caller,
  tenant: FixtureTenant,
  { apps }: Structure,
): Promise<Pick<TestTenant, "credentials" | "oidc_clients">> {
  const credentials: TestTenant["credentials"] = {};
  for (const { key, purpose, scopes = selectableScopes(purpose) } of tenant.credentials) {
    const made = await createCredential(caller, { name: key, purpose, scopes });
    credentials[key] = { client_id: made.clientId, client_secret: made.clientSecret };
  }
  const clients: TestTenant["oidc_clients"] = {};
  for (const fixture of tenant.oidc_clients) {
    const made = await createOidcClient(caller, {
      name: fixture.key,
      type: fixture.type,
      appId: fixture.app ? named(apps, fixture.app, "app") : null,
      redirectUris: fixture.redirect_uris,
      postLogoutRedirectUris: fixture.post_logout_redirect_uris,
      backchannelLogoutUri: fixture.backchannel_logout_uri ?? null,
      firstParty: fixture.first_party,
    });
    clients[fixture.key] = { client_id: made.clientId, client_secret: made.clientSecret };
  }
  return { credentials, oidc_clients: clients };
}

function named(ids: Ids, key: string, what: string): string {
  const id = ids[key];
  if (id) return id;
  throw new StartError(`The fixtures can't be loaded: there is no ${what} "${key}" in the file.`);
}

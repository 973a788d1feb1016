// Demo data of a local installation: two tenants side by side, made through the same use cases as any other.
// Every secret is random. Run again, by any server of the database, it finds the existing data and changes
// nothing.
import { randomBytes } from "node:crypto";
import { quickstarts } from "@/generated/quickstarts";
import { addAdministrator } from "@/lib/core/administrators/add-administrator";
import { createApp } from "@/lib/core/apps/create-app";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { inviteOperator } from "@/lib/core/operators/invite-operator";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { createOrganization } from "@/lib/core/organizations/create-organization";
import { createPackage } from "@/lib/core/packages/create-package";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { createRole } from "@/lib/core/roles/create-role";
import { createTenant } from "@/lib/core/tenants/create-tenant";
import { createTenantSecret } from "@/lib/core/tenants/create-tenant-secret";
import { createUser } from "@/lib/core/users/create-user";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { connections } from "@/lib/kernel/db/connections";
import { loginPaste, managementPaste } from "@/tools/start/pastes";
import { writeAtomically } from "@/tools/start/write-whole";
import { SEED as actor, isForDemo, withSeedLock } from "./demo-place";

const FILE = process.env.ATRIUM_DEMO_FILE ?? ".atrium/demo.json";
const RELYING_PARTY = "http://localhost:4000";

async function seedTenant(name: string, domain: string) {
  const tenant = await createTenant(
    { actor, context: noRequest },
    {
      name,
      environments: [
        { key: "production", name: "Production", kind: "production" },
        { key: "development", name: "Development", kind: "development" },
      ],
    },
  );
  const [production, development] = tenant.environments.map(
    (environment): Caller => ({
      ...environment,
      environmentKey: environment.key,
      actor,
      context: noRequest,
    }),
  );
  if (!production || !development) throw new Error("A tenant was made without its environments");
  await createOrganizationType(development, { key: "customer", name: "Customer" });
  const demo = {
    name,
    tenant_id: tenant.publicId,
    environment: "production",
    ...(await seedAccess(production, name, domain)),
    ...(await seedClients(production)),
  };
  return { demo, caller: production };
}

/** Creates an app, a role and an organization with access to it, and a user who has that access. */
async function seedAccess(caller: Caller, name: string, domain: string) {
  const app = await createApp(caller, { key: "portal", name: `${name} Portal` });
  await createOrganizationType(caller, { key: "customer", name: "Customer" });
  const starter = await createPackage(caller, {
    key: "starter",
    name: "Starter",
    entitlements: ["reports"],
    appIds: [app.id],
  });
  const role = await createRole(caller, {
    key: "member",
    name: "Member",
    permissions: ["portal:read"],
    appIds: [app.id],
  });
  const organization = await createOrganization(caller, {
    name: `${name} Customer One`,
    organizationType: "customer",
    packageId: starter.id,
  });
  const email = `ada@${domain}`;
  const password = randomBytes(12).toString("base64url");
  const { user } = await createUser(caller, {
    email,
    password,
    displayName: "Ada Lovelace",
    organizationId: organization.id,
    roleId: role.id,
  });
  return {
    app_id: app.id,
    organization_id: organization.id,
    role_id: role.id,
    user_id: user.id,
    email,
    password,
  };
}

/** Redirect addresses of the quickstarts, so that each works with the demo's clients. One with a key needs
 *  the reader's own. */
function urisOfQuickstarts(type: "confidential" | "public") {
  const pages = quickstarts.filter((page) => page.type === type && page.profile === "standard");
  const filled = (uris: (string | null)[]) => [
    ...new Set(uris.flatMap((uri) => uri?.replace("{{origin}}", RELYING_PARTY) ?? [])),
  ];
  return {
    redirectUris: filled(pages.map(({ redirectUri }) => redirectUri)),
    postLogoutRedirectUris: filled(pages.map((page) => page.postLogoutRedirectUri)),
  };
}

/** Creates the demo's credentials: a tenant secret, a machine credential, relying parties. */
async function seedClients(caller: Caller) {
  const { secret } = await createTenantSecret(caller);
  const credential = await createCredential(caller, {
    name: "Demo backend",
    purpose: "product_runtime",
    scopes: [...managementScopes, ...runtimeScopes],
  });
  const client = await createOidcClient(caller, {
    name: "Example relying party",
    type: "confidential",
    appId: null,
    ...urisOfQuickstarts("confidential"),
    backchannelLogoutUri: null,
    firstParty: true,
  });
  const inBrowsers = await createOidcClient(caller, {
    name: "Example public client",
    type: "public",
    appId: null,
    ...urisOfQuickstarts("public"),
    backchannelLogoutUri: null,
    firstParty: true,
  });
  const trial = await createOidcClient(caller, {
    name: "Trial sign-in",
    type: "public",
    appId: null,
    redirectUris: [`${config().baseUrl}/dev/sign-in/callback`],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: true,
  });
  return {
    trial_client_id: trial.clientId,
    tenant_secret: secret,
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
    oidc_client_id: client.clientId,
    oidc_client_secret: client.clientSecret,
    oidc_redirect_uri: `${RELYING_PARTY}/callback`,
    oidc_public_client_id: inBrowsers.clientId,
  };
}

/** Creates an administrator of both demo tenants in the dashboard. */
async function seedAdministrator(callers: Caller[]) {
  const platform = await setUpPlatform(actor);
  const caller = { ...platform, environmentKey: "platform", actor, context: noRequest };
  const email = "admin@atrium.example";
  const password = randomBytes(12).toString("base64url");
  const { user } = await createUser(caller, { email, password, displayName: "Demo Administrator" });
  for (const administered of callers) await addAdministrator(administered, user, "owner");
  return { email, password };
}

/** Creates an operator of the platform. There is no password: the link that is printed once sets it. */
async function seedOperator() {
  const { email, link } = await inviteOperator(
    { actor, context: noRequest },
    "operator@atrium.example",
    {
      mail: false,
    },
  );
  return { email, link };
}

async function seed(): Promise<void> {
  const { demo, caller } = await seedTenant("Acme", "acme.example");
  const { demo: beside, caller: callerBeside } = await seedTenant("Globex", "globex.example");
  const administrator = await seedAdministrator([caller, callerBeside]);
  const operator = await seedOperator();
  const { baseUrl } = config();
  const written = {
    ...demo,
    base_url: baseUrl,
    addresses: [
      { label: "Hosted login", url: `${baseUrl}/dev/sign-in?client_id=${demo.trial_client_id}` },
      { label: "Account security", url: `${baseUrl}/account-security?tenant=${demo.tenant_id}` },
      {
        label: "Dashboard",
        url: `${baseUrl}/dashboard`,
        note: `${administrator.email}, password ${administrator.password}`,
      },
      { label: "Documentation", url: `${baseUrl}/docs` },
      { label: "Quickstarts", url: `${baseUrl}/docs/quickstarts` },
      { label: "Development mailbox", url: `${baseUrl}/dev/mailbox` },
      { label: "Discovery", url: `${baseUrl}/.well-known/openid-configuration` },
    ],
    curl: managementPaste(baseUrl, demo),
    login: loginPaste(baseUrl, demo),
    administrator,
    operator,
    beside,
  };
  writeAtomically(FILE, `${JSON.stringify(written, null, 2)}\n`);
  console.log(`Two demo tenants: ${demo.name} and ${beside.name}. What they hold is in ${FILE}.`);
}

await openDataKeys();
await withSeedLock(async () => {
  if (await isForDemo()) await seed();
  else console.log("The database has tenants already: no demo is added.");
});
await connections.end();

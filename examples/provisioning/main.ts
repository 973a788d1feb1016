// Provisions a customer of a tenant from nothing to a user's access token. Run it any number of times:
// results of an earlier run are found again.
import { randomBytes } from "node:crypto";
import { createAtrium, createLogin } from "@atrium/client";
import { ensure } from "./ensure";
import { readSettings } from "./settings";
import { signIn } from "./sign-in";

const settings = readSettings();
const atrium = createAtrium(settings);
const step = (text: string) => console.log(`- ${text}`);

const pack = await ensure(
  () =>
    atrium.call("POST /api/v1/management/packages", {
      body: { key: "example-pro", name: "Pro", entitlements: ["reports"] },
    }),
  async () => (await atrium.call("GET /api/v1/management/packages")).packages,
  ({ key }) => key === "example-pro",
);
const app_ids = [settings.appId];
await atrium.call("POST /api/v1/management/packages/{id}/apps", { path: pack, body: { app_ids } });
step(`package ${pack.id} lists the app ${settings.appId}`);

const role = await ensure(
  () =>
    atrium.call("POST /api/v1/management/roles", {
      body: { key: "example-analyst", name: "Analyst", permissions: ["reports:read"] },
    }),
  async () => (await atrium.call("GET /api/v1/management/roles")).roles,
  ({ key }) => key === "example-analyst",
);
await atrium.call("POST /api/v1/management/roles/{id}/apps", { path: role, body: { app_ids } });
step(`role ${role.id} reaches the app`);

const organization = await ensure(
  () =>
    atrium.call("POST /api/v1/management/organizations", {
      body: { name: "Example Customer", slug: "example-customer", organization_type: "customer" },
    }),
  async () => (await atrium.call("GET /api/v1/management/organizations")).organizations,
  ({ slug }) => slug === "example-customer",
);
await atrium.call("PATCH /api/v1/management/workspaces/{org}/package", {
  path: { org: organization.id },
  body: { package_id: pack.id },
});
step(`organization ${organization.id} has the package`);

// A new user each time, because the script doesn't store passwords.
const person = {
  email: `analyst-${randomBytes(4).toString("hex")}@example.com`,
  password: randomBytes(12).toString("base64url"),
};
const user = await atrium.call("POST /api/v1/management/users", {
  body: {
    ...person,
    display_name: "Example Analyst",
    organization_id: organization.id,
    role_id: role.id,
  },
});
step(`user ${user.id} (${person.email}) is an analyst there`);

const organization_id = organization.id;
const { outcome, reason } = await atrium.call("POST /api/v1/management/access/explain", {
  body: { user_id: user.id, app_id: settings.appId, organization_id },
});
step(`access is ${outcome}${reason ? ` (${reason})` : ""}`);

const login = createLogin(atrium, { appId: settings.appId });
const session = await signIn(login, settings.baseUrl, person);
step("the user signed in");
const token = await login.token(session.session_id, { organizationId: organization_id });
step(`a token for ${token.expires_in} seconds with the permissions: ${token.scope}`);

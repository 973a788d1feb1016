// Provisions a customer of a tenant from nothing to a user's access token. Run it as often as you like: what
// an earlier run made is found again.
import { randomBytes } from "node:crypto";
import { Atrium } from "./atrium";
import { readSettings } from "./settings";
import { signIn } from "./sign-in";

interface Made {
  id: string;
}

const management = "/api/v1/management";
const settings = readSettings();
const atrium = new Atrium(settings);
const step = (text: string) => console.log(`- ${text}`);

const pack = await atrium.ensure<Made & { key: string }>(
  `${management}/packages`,
  "packages",
  { key: "example-pro", name: "Pro", entitlements: ["reports"] },
  ({ key }) => key === "example-pro",
);
await atrium.call("POST", `${management}/packages/${pack.id}/apps`, { app_ids: [settings.appId] });
step(`package ${pack.id} lists the app ${settings.appId}`);

const role = await atrium.ensure<Made & { key: string }>(
  `${management}/roles`,
  "roles",
  { key: "example-analyst", name: "Analyst", permissions: ["reports:read"] },
  ({ key }) => key === "example-analyst",
);
await atrium.call("POST", `${management}/roles/${role.id}/apps`, { app_ids: [settings.appId] });
step(`role ${role.id} reaches the app`);

const organization = await atrium.ensure<Made & { slug: string }>(
  `${management}/organizations`,
  "organizations",
  { name: "Example Customer", slug: "example-customer", organization_type: "customer" },
  ({ slug }) => slug === "example-customer",
);
await atrium.call("PATCH", `${management}/workspaces/${organization.id}/package`, {
  package_id: pack.id,
});
step(`organization ${organization.id} has the package`);

// A new person each time, because the script doesn't keep passwords.
const person = {
  email: `analyst-${randomBytes(4).toString("hex")}@example.com`,
  password: randomBytes(12).toString("base64url"),
};
const user = await atrium.call<Made>("POST", `${management}/users`, {
  ...person,
  display_name: "Example Analyst",
  organization_id: organization.id,
  role_id: role.id,
});
step(`user ${user.id} (${person.email}) is an analyst there`);

const explained = await atrium.call<{ outcome: string; reason: string | null }>(
  "POST",
  `${management}/access/explain`,
  { user_id: user.id, app_id: settings.appId, organization_id: organization.id },
);
step(`access is ${explained.outcome}${explained.reason ? ` (${explained.reason})` : ""}`);

const sessionId = await signIn(atrium, settings.baseUrl, person);
step("the user signed in");
const token = await atrium.call<{ access_token: string; expires_in: number; scope: string }>(
  "POST",
  "/api/v1/auth/token",
  { session_id: sessionId, app_id: settings.appId, organization_id: organization.id },
);
step(`a token for ${token.expires_in} seconds with the permissions: ${token.scope}`);

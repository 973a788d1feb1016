import { readFileSync } from "node:fs";
import { z } from "zod";
import { key, line, name, words } from "@/lib/core/contract/fields";
import { SecurityPolicyBody } from "@/lib/core/contract/security-policy";
import { email } from "@/lib/core/contract/user";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { eachColumn } from "@/lib/core/users/fields";

/** A start failed for a reason that its message explains to the user, such as invalid options or fixtures. */
export class StartError extends Error {}

const scope = z.enum([...managementScopes, ...runtimeScopes]);
const address = z.string().max(2048);

const policy = z
  .strictObject(SecurityPolicyBody.shape)
  .describe("What the tenant's security policy says other than the platform's.");

const app = z.strictObject({ key, name });

const role = z.strictObject({
  key,
  name,
  permissions: words.default([]),
  apps: z.array(key).default([]).describe("Keys of the apps that the role reaches."),
});

const offer = z.strictObject({
  key,
  name,
  entitlements: words.default([]),
  apps: z.array(key).default([]).describe("Keys of the apps that the package opens."),
});

const organization = z.strictObject({
  slug: key.describe("What this file and the answer call the organization."),
  name,
  external_id: line(255).optional(),
  organization_type: key.optional(),
  package: key.optional().describe("The key of its package."),
});

const membership = z.strictObject({
  organization: key.describe("The slug of an organization of this file."),
  role: key.describe("The key of a role of this file."),
});

const user = z.strictObject({
  email,
  password: z.string().max(256).optional(),
  ...eachColumn(({ longest, format }) =>
    (format ? z.string().max(longest) : line(longest)).optional(),
  ),
  email_verified: z.boolean().default(false),
  memberships: z.array(membership).default([]),
});

const credential = z.strictObject({
  key: key.describe("What the answer calls the credential."),
  purpose: z.enum(["product_runtime", "management_automation"]).default("product_runtime"),
  scopes: z.array(scope).min(1).optional().describe("Every scope of the purpose when left out."),
});

const client = z.strictObject({
  key: key.describe("What the answer calls the relying party."),
  type: z.enum(["confidential", "public"]).default("confidential"),
  app: key.optional().describe("The key of the app that its users must be able to enter."),
  redirect_uris: z.array(address).min(1),
  post_logout_redirect_uris: z.array(address).default([]),
  backchannel_logout_uri: address.optional(),
  first_party: z.boolean().default(true),
});

const tenant = z.strictObject({
  key: key.describe("What the answer calls the tenant."),
  name,
  environment: z
    .strictObject({
      key: key.default("production"),
      kind: z.enum(["development", "staging", "production"]).default("production"),
    })
    .prefault({}),
  security_policy: policy.optional(),
  apps: z.array(app).default([]),
  organization_types: z.array(z.strictObject({ key, name })).default([]),
  packages: z.array(offer).default([]),
  roles: z.array(role).default([]),
  organizations: z.array(organization).default([]),
  users: z.array(user).default([]),
  credentials: z.array(credential).default([]),
  oidc_clients: z.array(client).default([]),
});

/** A file of fixtures: the contents of a service when a test begins. */
export const fixturesSchema = z.strictObject({
  $schema: z.string().optional(),
  tenants: z.array(tenant).min(1),
});

export type Fixtures = z.output<typeof fixturesSchema>;
export type FixtureTenant = Fixtures["tenants"][number];

/** The schema of such a file, for editors (JSON Schema 2020-12). */
export function fixturesJsonSchema(): object {
  return z.toJSONSchema(fixturesSchema, { io: "input" });
}

/** Reads a file of fixtures.
 *  @throws StartError that names every mistake by its place in the file */
export function readFixtures(file: string): Fixtures {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartError(`${file}: ${error instanceof Error ? error.message : "can't be read"}`);
  }
  return checkedFixtures(json, file);
}

/** @throws StartError that names every mistake by its place */
export function checkedFixtures(json: unknown, file: string): Fixtures {
  const parsed = fixturesSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `  ${file}: ${placeOf(path)} ${message}`,
  );
  throw new StartError(`The fixtures can't be loaded:\n${problems.join("\n")}`);
}

/** `tenants[0].users[1].email`, as a program would write it. */
function placeOf(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return written.join("").replace(/^\./, "") || "the file";
}

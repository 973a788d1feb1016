import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aPassword } from "./support/a-password";
import { atrium } from "./support/command-line";
import { environment } from "./support/environment";
import { application, enter, signedIn } from "./support/hosted-journey";
import { expect, test } from "./support/test";

// A tenant that is made without a browser: a configuration file makes it, a token for it alone makes the
// rest, and its first user signs in.

const run = randomUUID().slice(0, 8);
const text = `version: 1
tenant:
  name: Globex ${run}
  security_policy:
    login_otp: never
  branding:
    display_name: Globex Travel ${run}
environments:
  production:
    kind: production
    oidc_clients:
      trips:
        name: Trips
        type: public
        redirect_uris: ["\${base_url}/dev/sign-in/callback"]
`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "atrium-tenant-"));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Sends JSON with a bearer token, and expects the thing to be created. */
async function make<T>(path: string, bearer: string, body: object): Promise<T> {
  const response = await fetch(`${environment().baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(201);
  return (await response.json()) as T;
}

test("a file makes a tenant, whose user signs in, and a plan of the file is empty afterwards", async ({
  page,
}) => {
  const file = join(folder, "tenant.yaml");
  writeFileSync(file, text);
  const { baseUrl } = environment();
  const values = ["--set", `base_url=${baseUrl}`];
  const made = atrium("tenant", "apply", file, "--create", ...values);
  const tenant = String(made.tenant);
  const [client] = made.secrets as { client_id: string }[];
  const { token } = atrium("operator", "token", "create", "--name", "Pipeline", "--tenant", tenant);
  const root = `/api/v1/operator/tenants/${tenant}/environments/production`;
  const credential = await make<Record<string, string>>(`${root}/credentials`, String(token), {
    ...{ name: "Provisioning", purpose: "management_automation", scopes: ["users:write"] },
  });
  const issued = await fetch(`${baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credential.client_id ?? "",
      client_secret: credential.client_secret ?? "",
    }),
  });
  const { access_token: machine } = (await issued.json()) as { access_token: string };
  const user = { email: `ada-${run}@globex.example`, password: aPassword() };
  await make("/api/v1/management/users", machine, user);
  await page.goto(application(client?.client_id));
  await expect(page.getByText(`Globex Travel ${run}`).first()).toBeVisible();
  await enter(page, user.email, user.password);
  await expect(signedIn(page)).toBeVisible();
  expect(atrium("tenant", "plan", file, "--tenant", tenant, "--prune", ...values)).toMatchObject({
    steps: [],
    kept: [],
  });
});

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hash } from "argon2";
import { aPassword } from "./support/a-password";
import { type EmptyInstallation, startEmptyInstallation } from "./support/empty-installation";
import { type HostProcess, startHost } from "./support/host-process";
import { enter } from "./support/hosted-journey";
import { asOwner } from "./support/own-database";
import { expect, test } from "./support/test";

// Two commands make a whole tenant from nothing, and two more move it into another installation, where its
// users sign in as before.

/** Number of users; the full measure is a million. */
const USERS = Number(process.env.ATRIUM_JOURNEY_USERS ?? 3000);
const COMMAND_MS = 120_000 + 2 * USERS;
const PASSWORD = aPassword();
const addressOf = (number: number) => `user${number}@globex.example`;

const textOf = (callback: string) => `version: 1
tenant:
  name: Globex
  security_policy:
    login_otp: never
  branding:
    display_name: Globex Travel
environments:
  production:
    kind: production
    roles:
      traveller:
        name: Traveller
    oidc_clients:
      trips:
        name: Trips
        type: confidential
        redirect_uris: ["${callback}"]
`;

let folder: string;
let here: EmptyInstallation;
let there: EmptyInstallation;
let host: HostProcess | undefined;
const application = createServer((_, response) => response.end("Back at Trips"));
let callback: string;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  await once(application.listen(0, "localhost"), "listening");
  callback = `http://localhost:${(application.address() as AddressInfo).port}/callback`;
  folder = mkdtempSync(join(tmpdir(), "atrium-moves-"));
  here = await startEmptyInstallation(COMMAND_MS);
  there = await startEmptyInstallation(COMMAND_MS);
});
test.afterAll(async () => {
  application.close();
  await host?.stop();
  await here?.stop();
  await there?.stop();
  rmSync(folder, { recursive: true });
});

/** Users with the password's hash, one a line. */
async function* lines(passwordHash: string): AsyncGenerator<string> {
  for (let number = 1; number <= USERS; number += 1)
    yield `${JSON.stringify({ email: addressOf(number), password_hash: passwordHash, email_verified: true })}\n`;
}

test("an empty installation becomes a tenant with all its users, which another installation takes over", async ({
  page,
}) => {
  test.setTimeout(4 * COMMAND_MS);
  const at = (name: string) => join(folder, name);
  writeFileSync(at("tenant.yaml"), textOf(callback));
  writeFileSync(at("passphrase"), `${randomUUID()}\n`);
  await pipeline(Readable.from(lines(await hash(PASSWORD))), createWriteStream(at("users.ndjson")));

  const made = await here.atrium("tenant", "apply", at("tenant.yaml"), "--create");
  const tenant = String(made.tenant);
  const [client] = made.secrets as { client_id: string; client_secret: string }[];
  const place = ["--tenant", tenant, "--environment", "production"];
  const imported = await here.atrium("users", "import", at("users.ndjson"), ...place);
  expect(imported).toMatchObject({ status: "completed", created: USERS, refused: 0 });
  const planned = await here.atrium(
    "tenant",
    "plan",
    at("tenant.yaml"),
    "--tenant",
    tenant,
    "--prune",
  );
  expect(planned).toMatchObject({ steps: [], kept: [] });

  const passphrase = ["--passphrase-file", at("passphrase")];
  const archived = await here.atrium(
    "archive",
    "create",
    tenant,
    at("globex.archive"),
    ...passphrase,
  );
  expect(archived.tables).toMatchObject({ users: USERS, oidc_clients: 1 });
  const restored = await there.atrium("archive", "restore", at("globex.archive"), ...passphrase);
  expect(restored).toMatchObject({ tenant, name: "Globex", tables: archived.tables });
  const again = await there.atrium(
    "tenant",
    "plan",
    at("tenant.yaml"),
    "--tenant",
    tenant,
    "--prune",
  );
  expect(again).toMatchObject({ steps: [], kept: [] });
  const sessions = await asOwner(there.environment.databaseOwnerUrl, "SELECT 1 FROM sessions");
  expect(sessions).toEqual([]);

  host = await startHost(there.environment, { ATRIUM_SERVE: "all", PORT: String(there.port) });
  const { baseUrl } = there.environment;
  const verifier = "0123456789".repeat(5);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    ...{ client_id: client?.client_id ?? "", redirect_uri: callback, response_type: "code" },
    ...{ scope: "openid email", state: "s", code_challenge_method: "S256" },
    code_challenge: Buffer.from(digest).toString("base64url"),
  });
  await page.goto(`${baseUrl}/oauth/authorize?${query}`);
  await expect(page.getByText("Globex Travel").first()).toBeVisible();
  await enter(page, addressOf(USERS), PASSWORD);
  // A device that can store a passkey gets an offer.
  const later = page.getByRole("button", { name: "Not now" });
  const back = page.getByText("Back at Trips");
  await expect(later.or(back)).toBeVisible();
  if (await later.isVisible()) await later.click();
  await expect(back).toBeVisible();
  const answer = await fetch(`${baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", redirect_uri: callback, code_verifier: verifier },
      ...{ client_id: client?.client_id ?? "", client_secret: client?.client_secret ?? "" },
      code: new URL(page.url()).searchParams.get("code") ?? "",
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const userinfo = await fetch(`${baseUrl}/oauth/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(await userinfo.json()).toMatchObject({ email: addressOf(USERS) });
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { aPassword } from "./support/a-password";
import { environment } from "./support/environment";
import { enterCode } from "./support/hosted-journey";
import { type RelyingParty, startRelyingParty } from "./support/relying-party";
import { expect, test } from "./support/test";

let reports: RelyingParty;
test.beforeAll(async () => {
  reports = await startRelyingParty();
});
test.afterAll(() => reports?.stop());

/** A user made over the management API, with the answer's set-password link. */
async function createUser(email: string): Promise<{ set_password: { link: string } }> {
  const { baseUrl, demo } = environment();
  const token = await fetch(`${baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: String(demo.client_id),
      client_secret: String(demo.client_secret),
      scope: "users:write",
    }),
  });
  const { access_token } = await token.json();
  const response = await fetch(`${baseUrl}/api/v1/management/users`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ email, display_name: "Ada Lovelace" }),
  });
  expect(response.status).toBe(201);
  return response.json();
}

/** The code in the newest mail to an address. */
async function codeFor(email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const response = await fetch(`${environment().baseUrl}/dev/mailbox/messages.json`);
    const answer = await response.json();
    const messages: { to: string; text: string }[] = answer.messages ?? answer;
    const newest = messages.find((message) => message.to.includes(email));
    code = /\b\d{6}\b/.exec(newest?.text ?? "")?.[0];
    expect(code).toBeTruthy();
  }).toPass({ timeout: 20_000 });
  return code ?? "";
}

/** The addresses from which a user's sessions were started. */
async function sessionAddresses(email: string): Promise<(string | null)[]> {
  const client = new pg.Client({ connectionString: environment().databaseOwnerUrl });
  await client.connect();
  const { rows } = await client.query<{ ip_address: string | null }>(
    "SELECT s.ip_address FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1",
    [email],
  );
  await client.end();
  return rows.map((row) => row.ip_address);
}

async function submitPassword(page: Page, email: string, password: string): Promise<void> {
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
}

test("a user made over the API sets a password, signs in at an application with a mailed code, and signs out", async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;
  const password = aPassword();
  const { set_password } = await createUser(email);

  await page.goto(set_password.link);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await expect(page.locator("input[name=password]")).toHaveCount(0);

  await page.goto(reports.origin);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login\?interaction=/);
  await submitPassword(page, email, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await submitPassword(page, email, password);
  await enterCode(page, await codeFor(email));

  await expect(page.getByRole("heading", { name: "Signed in as Ada Lovelace" })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(reports.origin);
  await expect(page.getByText(email)).toBeVisible();
  expect(await sessionAddresses(email)).toEqual([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]);
  await page.getByRole("button", { name: "Refresh tokens" }).click();
  await expect(page.getByText("Tokens refreshed")).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(reports.origin);

  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.locator("input[name=email]")).toBeVisible();
});

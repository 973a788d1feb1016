import type { Page } from "@playwright/test";
import { exportJWK, generateKeyPair } from "jose";
import { freePort } from "@/tools/postgres/free-port";
import {
  type Administrator,
  anAdministrator,
  signInDashboard,
  stepUp,
} from "./support/administrator";
import { environment } from "./support/environment";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { longestAddress } from "./support/longest-address";
import { newestCode } from "./support/mailbox";
import { ownerQuery, ownerRows } from "./support/owner-query";
import { startExample } from "./support/relying-party";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const at = (path: string) => `/dashboard/${demo().tenant_id}/production/${path}`;

test.describe.configure({ mode: "serial" });

let owner: Administrator;
let page: Page;
/** Name of the credential; a retry uses another name, because the first try's credential still exists. */
const name = () => (test.info().retry === 0 ? "Journey" : "Second try");

test.beforeAll(async ({ browser }) => {
  // With the longest allowed address, so that every state below must fit it.
  const email = longestAddress("owner");
  owner = anAdministrator({ tenant: String(demo().tenant_id), role: "owner", email });
  page = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await page.goto("/dashboard");
  await expectSound(page, "sign-in", dashboard);
  await signInDashboard(page, owner);
});

test("a credential is made, tried, rotated with an overlap, and revoked", async () => {
  await expectSound(page, "tenants", dashboard);
  await page.goto(at("credentials"));
  await expectSound(page, "credentials", dashboard);
  await page.getByRole("link", { name: "New credential" }).click();
  await expectSound(page, "new-credential-purpose", dashboard);
  await page.getByLabel("Product runtime").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name").fill(name());
  await page.getByRole("button", { name: "Create credential" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "at least one scope" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Scopes" })).toHaveAccessibleDescription(
    /at least one scope/,
  );
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue(name());
  await page.getByLabel("users:read").check();
  await page.getByLabel("tokens:issue").check();
  await expectSound(page, "new-credential", dashboard);
  await page.getByRole("button", { name: "Create credential" }).click();
  await expect(page.getByRole("heading", { name: `${name()} is ready` })).toBeVisible();
  const [clientId = "", first = ""] = await page.locator("pre").allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download .env" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${clientId}.env`);
  await expectSound(page, "credential-created", dashboard);
  expect(await tokenStatus(clientId, first)).toBe(200);
  await page.getByRole("link", { name: "I have stored the secret" }).click();
  await page.getByRole("link", { name: name() }).click();
  await expect(page.getByText(first)).toHaveCount(0);
  await page.getByRole("button", { name: "New secret" }).click();
  const second = (await page.locator("pre").textContent()) ?? "";
  expect(second).toMatch(/^as_/);
  await expectSound(page, "credential-rotation", dashboard);
  expect([await tokenStatus(clientId, first), await tokenStatus(clientId, second)]).toEqual([
    200, 200,
  ]);
  await page
    .getByText(/^Revoke secret/)
    .first()
    .click();
  await page
    .getByRole("button", { name: /^Revoke/ })
    .first()
    .click();
  await expect(page.getByText("To rotate, make a second secret")).toBeVisible();
  expect([await tokenStatus(clientId, first), await tokenStatus(clientId, second)]).toEqual([
    401, 200,
  ]);
  await page.getByText("Revoke…").click();
  await page.getByLabel(`Type ${name()} to confirm`).fill(name().toLowerCase());
  await page.getByRole("button", { name: "Revoke this credential" }).click();
  await expect(page.getByText("all its tokens are refused")).toBeVisible();
  expect(await tokenStatus(clientId, second)).toBe(401);
});

test("a management credential hides runtime scopes, and a duplicate starts from its scopes", async () => {
  await page.goto(at("credentials/new?purpose=management_automation"));
  await expect(page.getByText("tokens:issue")).toHaveCount(0);
  await page.goto(at("credentials"));
  await page.getByRole("link", { name: name() }).click();
  await page.getByRole("link", { name: "Duplicate with other scopes" }).click();
  await expect(page.getByLabel("Name")).toHaveValue(`${name()} copy`);
  await expect(page.getByLabel("tokens:issue")).toBeChecked();
  await expect(page.getByLabel("users:write")).not.toBeChecked();
});

test("a client registered here signs people in at the example relying party", async ({
  browser,
}) => {
  const port = await freePort();
  await page.goto(at("oidc-clients/new"));
  await page.getByLabel("Name").fill("Reports");
  await page.getByLabel("Redirect URIs", { exact: true }).fill("http://reports.example/callback");
  await expect(page.getByText("must be https, or http on a loopback address")).toBeVisible();
  await expectSound(page, "new-client", dashboard);
  await page.getByRole("button", { name: "Register client" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "must be https" })).toBeVisible();
  await page.getByLabel("Redirect URIs", { exact: true }).fill(`http://localhost:${port}/callback`);
  await expect(page.getByText("This address is fine.")).toBeVisible();
  await page.getByLabel("Post-logout redirect URIs").fill(`http://localhost:${port}/`);
  await page.getByRole("button", { name: "Register client" }).click();
  await expect(page.getByRole("heading", { name: "Reports is registered" })).toBeVisible();
  const [, clientId = "", clientSecret = ""] = await page.locator("pre").allTextContents();
  const example = await startExample(port, { clientId, clientSecret });
  try {
    const user = await aHostedUser();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(example.origin);
    await visitor.getByRole("link", { name: "Sign in" }).click();
    await signInHosted(visitor, user.email, user.password);
    await expect(visitor.getByRole("heading", { name: "Signed in as Grace Hopper" })).toBeVisible();
  } finally {
    await example.stop();
  }
});

test("a client is changed, its logout address tried, and its snippets are filled in", async () => {
  await page.getByRole("link", { name: "I have stored the secret" }).click();
  await page.getByText("Fastify, openid-client (Node.js)").click();
  await expect(page.getByText("randomPKCECodeVerifier")).toBeVisible();
  await page.getByRole("link", { name: "Read the whole quickstart" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Fastify" })).toBeVisible();
  await expect(page.getByText(/aoc_[\w-]{22}/).first()).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Change" }).click();
  const logoutUri = page.getByLabel("Back-channel logout URI");
  await logoutUri.fill("https://127.0.0.1/logout");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(logoutUri).toHaveAccessibleDescription(/must be on a public address/);
  await logoutUri.fill("https://nobody.example/logout");
  await page.getByLabel("Grace for used refresh tokens").fill("0");
  await expectSound(page, "client-edit", dashboard);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("applies from the next sign-in")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No answer" })).toBeVisible();
  await expectSound(page, "client", dashboard);
  await page.goto(at("oidc-clients"));
  await expectSound(page, "clients", dashboard);
});

test("a client takes the strict profile by one switch, which says what it fixes", async () => {
  await page.goto(at("oidc-clients/new"));
  await page.getByLabel("Name").fill("Payments");
  await page.getByLabel("Redirect URIs", { exact: true }).fill("https://pay.example.com/callback");
  const pushed = page.getByLabel("Only pushed requests (PAR)");
  await expect(pushed).toBeVisible();
  await page.getByLabel("Strict profile (FAPI 2.0)").check();
  // Fields that the switch sets are hidden.
  await expect(pushed).toBeHidden();
  await expect(page.getByLabel("Bound tokens (DPoP)")).toBeHidden();
  await expect(page.getByLabel("Grace for used refresh tokens")).toBeHidden();
  await expect(page.getByLabel("ID tokens signed with").locator("option")).toHaveText([
    ...["PS256", "ES256", "EdDSA"],
  ]);
  await page.getByRole("button", { name: "Register client" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "public keys" })).toBeVisible();
  const key = await exportJWK((await generateKeyPair("ES256")).publicKey);
  await page.getByLabel("Public keys (JWKS)").fill(JSON.stringify({ keys: [key] }));
  await expectSound(page, "new-client-strict", dashboard);
  await page.getByRole("button", { name: "Register client" }).click();
  await expect(page.getByRole("heading", { name: "Payments is registered" })).toBeVisible();
  await page.getByRole("link", { name: "Continue to setup" }).click();
  await page.getByText("FAPI 2.0: openid-client (Node.js)").click();
  await expect(page.getByText("buildAuthorizationUrlWithPAR")).toBeVisible();
  await expect(page.getByText("Fastify, openid-client (Node.js)")).toBeHidden();
  await expectSound(page, "client-strict", dashboard);
});

/** Revokes the newest tenant secret. */
async function revokeNewest(): Promise<void> {
  await page.getByText("Revoke…").last().click();
  await page.getByLabel("Type Production to confirm").last().fill("Production");
  await page
    .getByRole("button", { name: /^Revoke/ })
    .last()
    .click();
  await expect(page.getByText("Revoke…")).toHaveCount(1);
}

test("a tenant secret is made beside the first, a third is refused, and one is revoked by name", async () => {
  await page.goto(at("tenant-secrets"));
  // The journey that calls every action has made a secret here before.
  if ((await page.getByText("Revoke…").count()) > 1) await revokeNewest();
  await page.getByRole("button", { name: "New secret" }).click();
  await expect(page.locator("pre").last()).toHaveText(/^alcs_/);
  await expectSound(page, "tenant-secrets", dashboard);
  await page.getByRole("button", { name: "New secret" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "The tenant has two live secrets already" }),
  ).toBeVisible();
  await revokeNewest();
});

test("a dangerous action requires a fresh proof, by password or by a code, and then goes on", async () => {
  await page.goto(at("tenant-secrets"));
  await ageSignIn();
  await page.getByRole("button", { name: "New secret" }).click();
  await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  await expectSound(page, "step-up", dashboard);
  await stepUp(page, { ...owner, password: "wrong" });
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await stepUp(page, owner);
  await expect(page.locator("pre").last()).toHaveText(/^alcs_/);
  await ageSignIn();
  await page.goto(at("credentials/new?purpose=product_runtime"));
  await page.getByLabel("Name").fill("By code");
  await page.getByLabel("users:read").check();
  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByRole("button", { name: "Email me a code instead" }).click();
  await page.getByLabel("Code from the email").fill(await newestCode(owner.email));
  await expectSound(page, "step-up-code", dashboard);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "By code is ready" })).toBeVisible();
});

test("when no more codes are sent, the page shows until when the last one works, and it works", async ({
  browser,
}) => {
  const often = anAdministrator({ tenant: String(demo().tenant_id), role: "owner" });
  const theirs = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(theirs, often);
  await ageSignIn(often);
  await theirs.goto(at("credentials/new?purpose=product_runtime"));
  await theirs.getByLabel("Name").fill("By the last code");
  await theirs.getByLabel("users:read").check();
  await theirs.getByRole("button", { name: "Create credential" }).click();
  await theirs.getByRole("button", { name: "Email me a code instead" }).click();
  const field = theirs.getByLabel("Code from the email");
  await expect(field).toHaveAccessibleDescription(/^We sent the code/);
  const withheld = /The last code that we sent to \S+ works until \d+:\d\d.* [A-Z]/;
  await expect(async () => {
    await theirs.getByRole("button", { name: "Send another code" }).click();
    await expect(field).toHaveAccessibleDescription(withheld, { timeout: 500 });
  }).toPass();
  const waiting = "SELECT id FROM mail_messages WHERE recipient = $1 AND status = 'queued'";
  await expect.poll(() => ownerRows(waiting, [often.email])).toEqual([]);
  await field.fill(await newestCode(often.email));
  await theirs.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(theirs.getByRole("heading", { name: "By the last code is ready" })).toBeVisible();
  await theirs.context().close();
});

test("everything works without scripts", async ({ browser }) => {
  const state = await page.context().storageState();
  const context = await browser.newContext({
    baseURL: environment().baseUrl,
    javaScriptEnabled: false,
    storageState: state,
  });
  const plain = await context.newPage();
  await plain.goto(at("credentials/new?purpose=management_automation"));
  await plain.getByLabel("Name").fill("Plain");
  await plain.getByRole("button", { name: "Create credential" }).click();
  await expect(plain.getByRole("alert").filter({ hasText: "at least one scope" })).toBeVisible();
  await expect(plain.getByLabel("Name")).toHaveValue("Plain");
  await plain.getByLabel("users:read").check();
  await plain.getByRole("button", { name: "Create credential" }).click();
  await expect(plain.getByRole("heading", { name: "Plain is ready" })).toBeVisible();
  await plain.getByRole("link", { name: "I have stored the secret" }).click();
  await plain.getByRole("link", { name: "Plain" }).click();
  await plain.getByText("Revoke…").click();
  await plain.getByLabel("Type Plain to confirm").fill("Plain");
  await plain.getByRole("button", { name: "Revoke this credential" }).click();
  await expect(plain.getByText("all its tokens are refused")).toBeVisible();
});

test("ending the session, or suspending the administrator, ends the dashboard on the next request", async ({
  browser,
}) => {
  await ownerQuery(
    "UPDATE sessions SET revoked_at = now(), revoked_reason = 'journey' WHERE revoked_at IS NULL AND user_id = (SELECT id FROM users WHERE email = $1)",
    [owner.email],
  );
  await page.goto(at("credentials"));
  await expect(page).toHaveURL(/\/dashboard\/sign-in\?return=/);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInHosted(page, owner.email, owner.password);
  await expect(page).toHaveURL(new RegExp(`${at("credentials")}$`));
  const other = anAdministrator({ tenant: String(demo().tenant_id), role: "admin" });
  const fresh = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(fresh, other);
  await fresh.goto(at("tenant-secrets"));
  await ownerQuery("UPDATE users SET status = 'suspended', suspended_at = now() WHERE email = $1", [
    other.email,
  ]);
  await fresh.getByRole("button", { name: "New secret" }).click();
  await expect(fresh).toHaveURL(/\/dashboard\/sign-in\?return=/);
});

test("every action that gives access, or moves where codes go, requires a fresh proof", async () => {
  const user = await aHostedUser();
  const proof = page.getByRole("heading", { name: "Confirm that it is you" });
  const press = (name: string) => page.getByRole("button", { name }).first().click();
  await page.goto(at(`users?q=${user.email}`));
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  const profile = page.url();
  await ageSignIn();
  await page.getByLabel("Name", { exact: true }).fill("Grace B. Hopper");
  await press("Save profile");
  await expect(page.getByText("The profile is saved.")).toBeVisible();
  await page.getByLabel("Email address").fill(`moved.${user.email}`);
  await press("Save profile");
  await expect(proof).toBeVisible();
  await page.goto(profile);
  await expect(page.getByLabel("Email address")).toHaveValue(user.email);
  await page.goto(`${profile}/memberships`);
  await page.getByLabel("Organization", { exact: true }).fill("northwind");
  await press("Add to organization");
  await expect(proof).toBeVisible();
  await page.goto(at("roles"));
  await page.getByRole("cell").getByRole("link").first().click();
  await press("Save");
  await expect(proof).toBeVisible();
});

test("one press signs out, going back shows nothing, and the next sign-in requires the password", async () => {
  await page.goto(at("users"));
  const shown = page.getByRole("heading", { name: "Users", level: 1 });
  await expect(shown).toBeVisible();
  // A client-side navigation: data in the scripts' memory must go, too.
  await page.getByRole("link", { name: "Roles and packages" }).first().click();
  await expect(page).toHaveURL(at("roles"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names.filter((name) => name.includes("atrium_dashboard_session"))).toEqual([]);
  for (let step = 0; step < 2; step += 1) {
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard\/sign-in/);
    await expect(page.getByRole("table")).toHaveCount(0);
  }
  await page.goto("/dashboard/sign-in");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});

test("a page from the browser's back-forward cache reloads itself", async ({ browser }) => {
  const own = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(own, anAdministrator({ tenant: String(demo().tenant_id), role: "viewer" }));
  await own.goto(at("users"));
  // The page has no listeners until its scripts have loaded.
  const leave = () => {
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    return document.documentElement.style.visibility;
  };
  await expect.poll(() => own.evaluate(leave)).toBe("hidden");
  await own.context().clearCookies();
  // Delayed, so that this call returns before the page is gone.
  await own.evaluate(() => {
    const back = new PageTransitionEvent("pageshow", { persisted: true });
    setTimeout(() => window.dispatchEvent(back), 50);
  });
  await expect(own).toHaveURL(/\/dashboard\/sign-in/);
});

/** Makes the sign-in and every proof of the owner too old. */
async function ageSignIn(who = owner): Promise<void> {
  const aged = await ownerQuery(
    "UPDATE sessions SET auth_time = auth_time - interval '10 minutes', step_up_at = NULL WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [who.email],
  );
  expect(aged).toBeGreaterThan(0);
}

async function tokenStatus(clientId: string, clientSecret: string): Promise<number> {
  const response = await fetch(`${environment().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return response.status;
}

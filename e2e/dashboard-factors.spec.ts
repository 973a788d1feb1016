import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import {
  type Administrator,
  anAdministrator,
  renewProof,
  signInDashboard,
  stepUp,
} from "./support/administrator";
import { atrium } from "./support/command-line";
import { environment } from "./support/environment";
import { addFactors, aPasskey, withPasskey } from "./support/given-factors";
import { newestMail } from "./support/mailbox";
import { ownerQuery } from "./support/owner-query";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

test.describe.configure({ timeout: 240_000 });

// A tenant of its own, so that the policy for its administrators affects no other journey.
let tenant: string;
let owner: Administrator;
let page: Page;

const at = (path = "") => `/dashboard/${tenant}/production/${path}`;
const someone = (name: string) => `${name}.${randomUUID().slice(0, 8)}@factors.example`;
const proof = (on = page) => on.getByRole("heading", { name: "Confirm that it is you" });

test.beforeAll(async ({ browser }) => {
  tenant = String(atrium("tenant", "create", "Factors").id);
  owner = anAdministrator({ tenant, role: "owner" });
  page = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(page, owner);
});

test.beforeEach(() => renewProof(owner));

/** Makes the sign-in and every step-up of an administrator too old for a dangerous action. */
async function ageProof({ email }: Administrator): Promise<void> {
  const ago = "now() - interval '1 hour'";
  await ownerQuery(
    `UPDATE sessions SET auth_time = ${ago}, step_up_at = CASE WHEN step_up_at IS NOT NULL THEN ${ago} END
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** The card of a setting, opened. */
async function settingOf(name: string) {
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
  if (!(await card.locator("details[open]").count())) await card.locator("summary").click();
  return card;
}

test("a tenant says which factors count, and at least one does", async () => {
  await page.goto(at("security-policy"));
  const card = await settingOf("Allowed second factors");
  const boxes = ["Passkey", "Authenticator app", "Code by email"].map((name) =>
    card.getByRole("checkbox", { name }),
  );
  for (const box of boxes) await box.uncheck();
  await card.getByRole("button", { name: "Save override" }).click();
  await expect(card.getByRole("alert")).toBeVisible();
  for (const box of boxes) await expect(box).not.toBeChecked();
  await boxes[0]?.check();
  await boxes[1]?.check();
  await card.getByRole("button", { name: "Save override" }).click();
  await expect(card.getByRole("definition").first()).toHaveText("Passkey / Authenticator app");
  const grace = await settingOf("Time to add a factor");
  await grace.getByLabel("Time to add a factor (days)").fill("0");
  await grace.getByRole("button", { name: "Save override" }).click();
  await expect(grace.getByRole("definition").first()).toHaveText("0 days");
  await expectSound(page, "security-policy-factors", dashboard);
});

test("the list shows who has no factor yet, and a user's page what the others have", async () => {
  const [withoutFactor, keyed, apped] = [someone("nobody"), someone("keyed"), someone("apped")];
  addFactors({ tenant, email: withoutFactor });
  addFactors({ tenant, email: apped, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" });
  addFactors({ tenant, email: keyed, passkey: aPasskey() });
  await page.goto(at("users"));
  const shown = async (factor: string, ...emails: string[]) => {
    await page.getByLabel("Factor", { exact: true }).selectOption({ label: factor });
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByText(`${emails.length} in all`)).toBeVisible();
    for (const email of emails) await expect(page.getByRole("table")).toContainText(email);
  };
  await shown("No factor yet", withoutFactor);
  await expectSound(page, "users-without-factor", dashboard);
  await shown("Authenticator app", apped);
  await shown("Passkey", keyed);
  await shown("Any", withoutFactor, keyed, apped);

  await page.getByRole("table").getByRole("link", { name: "Grace Hopper" }).first().click();
  await expect(page.getByRole("heading", { name: "Sign-in methods" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Pixel/ })).toContainText("on one device");
  await expect(page.getByText("One recovery code is left.")).toBeVisible();
  await expectSound(page, "user-factors", dashboard);
});

test("the factors of a user who has lost them are reset, once the address was typed, and the user gets a mail", async () => {
  const lost = someone("lost");
  const id = addFactors({ tenant, email: lost, passkey: aPasskey() });
  await page.goto(at(`users/${id}`));
  await page.locator("summary", { hasText: "Reset sign-in methods" }).click();
  const form = page.locator("details", { hasText: "Takes every passkey" }).locator("form");
  await form.getByLabel(/to confirm/).fill("somebody else");
  await form.getByRole("button", { name: "Reset sign-in methods" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByLabel(/to confirm/).fill(lost);
  await ageProof(owner);
  await form.getByRole("button", { name: "Reset sign-in methods" }).click();
  await expect(proof()).toBeVisible();
  await stepUp(page, owner);
  await expect(page.getByText(/are reset: one method removed/)).toBeVisible();
  await expect(page.getByText("No passkey and no authenticator app.")).toBeVisible();
  await newestMail(lost, ({ subject }) => subject.length > 0);
  await page.goto(at(`users/${id}/activity`));
  await expect(page.getByRole("table")).toContainText("reset the factors of");
});

test("passkeys of the tenant's own pages need a domain of these pages, and other domains a file", async () => {
  await page.goto(at("passkeys"));
  await page.getByLabel("Domain of the passkeys").fill("elsewhere.example");
  const origins = page.getByLabel("Pages that ask for passkeys");
  await origins.fill("https://login.acme.example\nhttps://acme.test/login");
  const save = page.getByRole("button", { name: "Save passkey settings" });
  await save.click();
  await expect(origins).toHaveAccessibleDescription(/acme\.test\/login can’t ask for passkeys/);
  await expect(page.getByLabel("Domain of the passkeys")).toHaveAccessibleDescription(
    /Enter the domain of one of the pages/,
  );
  await expectSound(page, "passkeys-refused", dashboard);
  await page.getByLabel("Domain of the passkeys").fill("acme.example");
  await origins.fill("https://login.acme.example\nhttps://acme.test");
  await save.click();
  await expect(page.getByText("Passkey settings saved.")).toBeVisible();
  await expect(page.locator("pre")).toHaveText(/"origins": \[\s+"https:\/\/acme.test"\s+\]/);
  await expectSound(page, "passkeys", dashboard);
});

test("a fresh proof is requested by the strongest factor, and other factors are possible", async () => {
  const passkey = aPasskey();
  const secret = new Secret({ size: 20 }).base32;
  const id = addFactors({ email: owner.email, passkey, secret });
  await withPasskey(page, passkey, id);
  const openProof = async () => {
    await ageProof(owner);
    await page.goto(at("tenant-secrets"));
    await page.getByRole("button", { name: "New secret" }).click();
    await expect(proof()).toBeVisible();
  };
  await openProof();
  await expectSound(page, "step-up-passkey", dashboard);
  await page.getByRole("button", { name: "Use your authenticator app instead" }).click();
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("The code is wrong or was used already.")).toBeVisible();
  await expectSound(page, "step-up-app", dashboard);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel("Code from your authenticator app").fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.locator("pre").last()).toHaveText(/^alcs_/);

  await ageProof(owner);
  await page.goto(at("security-policy"));
  const card = await settingOf("Factor for administrators");
  await card.getByLabel("Require a factor").selectOption("on");
  await card.getByRole("button", { name: "Save override" }).click();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(card.getByRole("definition").first()).toHaveText("On");
});

test("without scripts everything but the passkey proves who it is", async ({ browser }) => {
  const secret = new Secret({ size: 20 }).base32;
  addFactors({ email: owner.email, passkey: aPasskey(), secret });
  const storageState = await page.context().storageState();
  const baseURL = environment().baseUrl;
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await ageProof(owner);
  await plain.goto(at("credentials/new?purpose=product_runtime"));
  await plain.getByLabel("Name").fill("Without scripts");
  await plain.getByLabel("users:read").check();
  await plain.getByRole("button", { name: "Create credential" }).click();
  await expect(plain.getByText(/This browser can’t use passkeys here/)).toBeVisible();
  await plain.getByRole("button", { name: "Use your authenticator app instead" }).click();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await plain.getByLabel("Code from your authenticator app").fill(code);
  await plain.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(plain.getByRole("heading", { name: "Without scripts is ready" })).toBeVisible();
  await context.close();
});

test("an administrator without a required factor is sent to add one, and then goes on", async ({
  browser,
}) => {
  const admin = anAdministrator({ tenant, role: "admin" });
  await ownerQuery(
    `INSERT INTO tenant_security_policies (tenant_id, administrators_require_factor)
     SELECT id, true FROM tenants WHERE public_id = $1
     ON CONFLICT (tenant_id) DO UPDATE SET administrators_require_factor = true`,
    [tenant],
  );
  const other = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(other, admin);
  await expect(
    other.getByText("You have neither a passkey nor an authenticator app."),
  ).toBeVisible();
  await expectSound(other, "home-factor-notice", dashboard);
  await other.goto(at("users"));
  await expect(other).toHaveURL(/\/dashboard\/factor\?/);
  await expect(other.getByText("Factors asks its administrators for a passkey")).toBeVisible();
  await expectSound(other, "factor-required", dashboard);
  const security = other.getByRole("link", { name: "Open account security" });
  expect(await security.getAttribute("href")).toContain("/account-security?");
  await other.getByRole("link", { name: "Continue" }).click();
  await expect(other).toHaveURL(/\/dashboard\/factor\?/);
  addFactors({ email: admin.email, secret: new Secret({ size: 20 }).base32 });
  await other.getByRole("link", { name: "Continue" }).click();
  await expect(other.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  await other.context().close();
});

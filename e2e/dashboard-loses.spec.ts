import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  type Administrator,
  anAdministrator,
  signInDashboard,
  stepUp,
} from "./support/administrator";
import { environment } from "./support/environment";
import { aHostedUser } from "./support/hosted-user";
import { ownerQuery } from "./support/owner-query";
import { dashboard, expectNoWider, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const at = (path: string) => `/dashboard/${demo().tenant_id}/production/${path}`;
const run = randomUUID().slice(0, 6);

test.describe.configure({ mode: "serial", timeout: 120_000 });

let owner: Administrator;
let scripted: Page;
/** The same browser without scripts. */
let plain: Page;

test.beforeAll(async ({ browser }) => {
  owner = anAdministrator({ tenant: String(demo().tenant_id), role: "owner" });
  const { baseUrl: baseURL } = environment();
  scripted = await (await browser.newContext({ baseURL })).newPage();
  await signInDashboard(scripted, owner);
  const storageState = await scripted.context().storageState();
  const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false });
  plain = await context.newPage();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
const confirmation = (page: Page) => page.getByRole("main").getByRole("status").first();
const proof = (page: Page) => page.getByRole("heading", { name: "Confirm that it is you" });

/** Makes every proof of the owner too old. */
async function ageProof(): Promise<void> {
  const aged = await ownerQuery(
    "UPDATE sessions SET auth_time = auth_time - interval '10 minutes', step_up_at = NULL WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [owner.email],
  );
  expect(aged).toBeGreaterThan(0);
}

/** Both ways of every page: with scripts and without. */
const ways = [
  ["with scripts", () => scripted],
  ["without scripts", () => plain],
] as const;

for (const [way, pageOf] of ways) {
  const name = `Initech ${way} ${run}`;
  const slug = `initech-${way.replaceAll(" ", "-")}-${run}`;

  test(`${way}: what was made is said above its heading, in view and in focus, and said once`, async () => {
    const page = pageOf();
    await page.goto(at("organizations/new"));
    await field(page, "Name").fill(name);
    await field(page, "Slug").fill(slug);
    await field(page, "Type").selectOption({ label: "Customer" });
    await press(page, "Create organization");
    await expect(confirmation(page)).toHaveText(`${name} is created.`);
    await expect(confirmation(page).locator("p")).toBeFocused();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeInViewport();
    expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain(
      "atrium_dashboard_confirmation",
    );
    await page.reload();
    await expect(confirmation(page)).toHaveText("");
  });

  test(`${way}: a change whose form goes away with it is confirmed by name`, async () => {
    const page = pageOf();
    const user = await aHostedUser();
    await page.goto(at(`users?q=${user.email}`));
    await page.getByRole("link", { name: "Grace Hopper" }).click();
    await press(page, "Suspend user");
    await expect(confirmation(page)).toContainText("Grace Hopper is suspended");
    await expect(confirmation(page).locator("p")).toBeFocused();
    await expect(page.getByRole("heading", { name: "Grace Hopper", level: 1 })).toBeInViewport();
    await page.getByRole("link", { name: "Activity" }).click();
    await expect(page.getByRole("heading", { name: "Grace Hopper", level: 1 })).toBeVisible();
    await expect(confirmation(page)).toHaveText("");
  });

  test(`${way}: a refusal of the service stands at its field, which has the focus, and all else is kept`, async () => {
    const page = pageOf();
    await page.goto(at("organizations/new"));
    await field(page, "Name").fill("Initech again");
    await field(page, "Slug").fill(slug);
    await field(page, "External id").fill(`ext-${way}`);
    await press(page, "Create organization");
    await expect(field(page, "Slug")).toHaveAccessibleDescription(/Another organization/);
    await expect(field(page, "Slug")).toBeFocused();
    await expect(field(page, "Name")).toHaveValue("Initech again");
    await expect(field(page, "External id")).toHaveValue(`ext-${way}`);
  });

  test(`${way}: a refusal shows although its form is folded away`, async () => {
    const page = pageOf();
    await page.goto(at("roles/new"));
    await field(page, "Name").fill("Clerk");
    await field(page, "Key").fill(`clerk-${slug}`);
    await press(page, "Create role");
    await expect(confirmation(page)).toHaveText("Clerk is created.");
    await page.locator("summary", { hasText: "Delete role" }).click();
    await page.getByLabel(/^Type .* to confirm$/).fill("something else");
    await page.locator("details").getByRole("button", { name: "Delete role" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was changed" })).toBeVisible();
    await expect(page.getByLabel(/^Type .* to confirm$/)).toBeFocused();
  });

  test(`${way}: a fresh proof is asked for over the form, and then what was asked is done`, async () => {
    const page = pageOf();
    const email = `${randomUUID().slice(0, 8)}@acme.example`;
    await ageProof();
    await page.goto(at("users/new"));
    await field(page, "Email address").fill(email);
    await field(page, "Name").fill("Ada Lovelace");
    await page.getByLabel("Email a welcome").check();
    await press(page, "Create user");
    await expect(proof(page)).toBeVisible();
    await expect(field(page, "Your password")).toBeFocused();
    if (page === scripted) await expectSound(page, "proof", dashboard);
    else await expectNoWider(page, "proof without scripts");
    await stepUp(page, { ...owner, password: "wrong" });
    await expect(field(page, "Your password")).toHaveAccessibleDescription(/password is wrong/);
    expect(await page.content()).not.toContain(owner.password);
    await stepUp(page, owner);
    await expect(confirmation(page)).toContainText("Ada Lovelace created");
    await expect(page.getByText(email).first()).toBeVisible();
  });

  test(`${way}: whoever leaves the question finds everything as it was typed`, async () => {
    const page = pageOf();
    await ageProof();
    await page.goto(at("roles"));
    await page
      .getByRole("row")
      .filter({ hasText: `clerk-${slug}` })
      .getByRole("link")
      .click();
    await page.locator("summary", { hasText: "Delete role" }).click();
    await page.getByLabel(/^Type .* to confirm$/).fill(`clerk-${slug}`);
    await page.locator("details").getByRole("button", { name: "Delete role" }).click();
    await expect(proof(page)).toBeVisible();
    await press(page, "Cancel");
    await expect(proof(page)).toHaveCount(0);
    await expect(page.getByLabel(/^Type .* to confirm$/)).toHaveValue(`clerk-${slug}`);
    await page.locator("details").getByRole("button", { name: "Delete role" }).click();
    await stepUp(page, owner);
    await expect(confirmation(page)).toHaveText("Clerk is deleted.");
    await expect(page.getByRole("heading", { name: "Roles", level: 1 })).toBeInViewport();
  });
}

test("one press signs out for good, without scripts too: the browser's old cookies open nothing any more", async ({
  browser,
}) => {
  const { baseUrl: baseURL } = environment();
  const storageState = await plain.context().storageState();
  await plain.goto(at("users"));
  await press(plain, "Sign out");
  await expect(plain.getByText("You are signed out.")).toBeVisible();
  await plain.goBack();
  await expect(plain).toHaveURL(/\/dashboard\/sign-in/);
  const copy = await (await browser.newContext({ baseURL, storageState })).newPage();
  await copy.goto(at("users"));
  await expect(copy).toHaveURL(/\/dashboard\/sign-in/);
  await press(copy, "Sign in");
  await expect(field(copy, "Password")).toBeVisible();
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Administrator, pageOf, renewProof, stepUp } from "./support/administrator";
import { environment } from "./support/environment";
import { enterCode } from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { newestCode, newestMail } from "./support/mailbox";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

interface Demo {
  tenant_id: string;
  trial_client_id: string;
}

const demo = () => environment().demo as unknown as Demo;
const at = (path: string) => `/dashboard/${demo().tenant_id}/production/${path}`;
/** Unique names, so that a run does not mix with the one before. */
const run = randomUUID().slice(0, 6);
const email = `grace-${run}@navy.example`;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const sound = (page: Page, name: string) => expectSound(page, name, dashboard);

test.describe.configure({ mode: "serial", timeout: 180_000 });

let page: Page;
let owner: Administrator;
test.beforeAll(async ({ browser }) => {
  ({ page, who: owner } = await pageOf(browser, "owner"));
});
// The journey takes longer than a proof is valid; dashboard.spec.ts tests the request for a fresh one.
test.beforeEach(() => renewProof(owner));
test.afterAll(() => page.close());

test("an app is made, and says what opens it", async () => {
  await page.goto(at("apps"));
  await sound(page, "apps");
  await page.getByRole("link", { name: "New app" }).click();
  await press(page, "Create app");
  await field(page, "Name").fill("Analytics");
  await field(page, "Key").fill("no key");
  await press(page, "Create app");
  await expect(field(page, "Key")).toHaveAccessibleDescription(/letters, digits/);
  await expect(field(page, "Name")).toHaveValue("Analytics");
  await sound(page, "app-refused");
  await field(page, "Key").fill(`analytics-${run}`);
  await press(page, "Create app");
  await expect(heading(page, "Analytics")).toBeVisible();
  await field(page, "Package").selectOption({ label: "A package that opens the app" });
  await field(page, "Entitlements needed").fill("exports");
  await press(page, "Save access rules");
  await expect(page.getByRole("status").filter({ hasText: "next token" })).toBeVisible();
  await sound(page, "app");
});

test("a role opens it, and a package opens it", async () => {
  await page.goto(at("roles/new"));
  await field(page, "Name").fill("Analyst");
  await field(page, "Key").fill(`analyst-${run}`);
  await field(page, "Permissions").fill("reports:read\nreports:write");
  await page.getByLabel("Analytics").last().check();
  await press(page, "Create role");
  await expect(heading(page, "Analyst")).toBeVisible();
  await sound(page, "role");

  await page.goto(at("packages/new"));
  await field(page, "Name").fill("Business");
  await field(page, "Key").fill(`business-${run}`);
  await field(page, "Entitlements").fill("exports, reports");
  await page.getByLabel("Analytics").last().check();
  await press(page, "Create package");
  await expect(heading(page, "Business")).toBeVisible();
  await sound(page, "package");
});

test("an organization is made and found by a part of its slug", async () => {
  await page.goto(at("organizations/new"));
  await field(page, "Name").fill("Initech");
  await field(page, "Slug").fill(`initech-${run}`);
  await field(page, "Type").selectOption({ label: "Customer" });
  await press(page, "Create organization");
  await expect(heading(page, "Initech")).toBeVisible();
  await page.goto(at("organizations"));
  await page.getByLabel("Search organizations").fill(`tech-${run}`);
  await press(page, "Search");
  await expect(page.getByRole("row")).toHaveCount(2);
  await sound(page, "organizations");
  await page.getByRole("link", { name: "Initech" }).click();
  await expect(heading(page, "Overview")).toBeVisible();
  await sound(page, "organization");
});

test("it is added to another environment, as one of the types that are there", async () => {
  await page.goto(at("organization-types/new").replace("production", "development"));
  await field(page, "Name").fill(`Reseller ${run}`);
  await field(page, "Key").fill(`there-${run}`);
  await press(page, "Create type");
  await expect(page.getByRole("row").filter({ hasText: `there-${run}` })).toBeVisible();
  await page.goto(at("organizations"));
  await page.getByLabel("Search organizations").fill(`initech-${run}`);
  await press(page, "Search");
  await page.getByRole("link", { name: "Initech" }).click();
  await field(page, "Type in Development").selectOption({ label: `Reseller ${run}` });
  await press(page, "Add organization to Development");
  await expect(
    page.getByText("The organization is added to the environment development."),
  ).toBeVisible();
  const there = page.getByRole("listitem").filter({ hasText: "Development" });
  await expect(there.filter({ hasText: `Reseller ${run}` })).toBeVisible();
  await expect(field(page, "Type in Development")).toHaveCount(0);
});

test("a user is invited, and placed in the organization", async () => {
  await page.goto(at("users/new"));
  await sound(page, "new-user");
  await field(page, "Email address").fill(email);
  await field(page, "Name").fill("Grace Hopper");
  await press(page, "Create user");
  await expect(heading(page, "Grace Hopper")).toBeVisible();
  await newestMail(email, (mail) => mail.text.includes("/invitation?token="));
  await sound(page, "user");
  await page.getByRole("link", { name: "Memberships" }).click();
  await expect(heading(page, "No memberships yet")).toBeVisible();
  await field(page, "Organization").fill("Init");
  // Without a choice from the list.
  await page.keyboard.press("Escape");
  await press(page, "Add to organization");
  await expect(field(page, "Organization")).toHaveAccessibleDescription(new RegExp(run));
  await field(page, "Organization").fill(`initech-${run}`);
  await field(page, "Role").selectOption({ label: "Analyst" });
  await press(page, "Add to organization");
  await expect(page.getByRole("row").filter({ hasText: "Initech" })).toContainText("Analyst");
  await sound(page, "user-memberships");
});

test("the page explains why the user can't enter, and after the remedy that they can", async () => {
  await page.getByRole("link", { name: "Access", exact: true }).click();
  await field(page, "App").selectOption({ label: "Analytics" });
  await press(page, "Explain access");
  await expect(heading(page, "No, the user is refused")).toBeVisible();
  await expect(page.getByText("package_unassigned").first()).toBeVisible();
  await sound(page, "user-access-denied");
  const questionUrl = page.url();
  await page.getByRole("link", { name: "Open organization settings" }).click();
  const tabs = page.getByRole("navigation", { name: "About this organization" });
  await tabs.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Analyst");
  await sound(page, "organization-members");
  await tabs.getByRole("link", { name: "Settings" }).click();
  await expect(heading(page, "Package and type")).toBeVisible();
  await sound(page, "organization-settings");
  await field(page, "Package").selectOption({ label: "Business" });
  await press(page, "Save package and type");
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await page.goto(questionUrl);
  await expect(heading(page, "Yes, the user gets in")).toBeVisible();
  await sound(page, "user-access-granted");
});

test("an exception denies what the package gives, and is taken back", async () => {
  await page.goto(at("entitlements"));
  await field(page, "Organization").fill("nobody-has-this-slug");
  await field(page, "Entitlement").fill("exports");
  await field(page, "Effect").selectOption({ label: "Deny" });
  await press(page, "Add exception");
  await expect(field(page, "Organization")).toHaveAccessibleDescription(/No organization/);
  await field(page, "Organization").fill(`initech-${run}`);
  await press(page, "Add exception");
  const row = page.getByRole("row").filter({ hasText: "Initech" });
  await expect(row).toContainText("denied");
  await sound(page, "entitlements");
  await row.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});

test("the user is found, suspended and reactivated; the activity shows all of it", async () => {
  await page.goto(at("users"));
  await page.getByLabel("Search users").fill(`HOPPER ${run}`);
  await press(page, "Search");
  await expect(page.getByRole("row")).toHaveCount(2);
  await sound(page, "users");
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  await press(page, "Mark email as verified");
  await expect(page.getByText("Marked as verified by an administrator")).toBeVisible();
  await field(page, "Reason").fill("Left the company");
  await press(page, "Suspend user");
  await expect(page.getByText("Left the company")).toBeVisible();
  await sound(page, "user-suspended");
  await page.getByRole("link", { name: "Activity" }).click();
  for (const kind of ["user.created", "user.invited", "membership.added", "user.suspended"])
    await expect(page.getByText(kind, { exact: true }).first()).toBeVisible();
  await sound(page, "user-activity");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await press(page, "Reactivate user");
  await expect(heading(page, "Suspend")).toBeVisible();
  await page.getByRole("link", { name: "Sessions and devices" }).click();
  await expect(page.getByText("No open sessions.")).toBeVisible();
});

test("a user's session and trusted device are seen, and end at once", async ({ browser }) => {
  const user = await aHostedUser();
  const elsewhere = await browser.newContext({ baseURL: environment().baseUrl });
  const theirs = await elsewhere.newPage();
  await theirs.goto(`/dev/sign-in?client_id=${demo().trial_client_id}`);
  await field(theirs, "Email address").fill(user.email);
  await field(theirs, "Password").fill(user.password);
  await press(theirs, "Sign in");
  await theirs.getByLabel(/^Trust this device/).check();
  await enterCode(theirs, await newestCode(user.email));
  await expect(theirs.getByRole("heading", { name: "You are signed in" })).toBeVisible();

  await page.goto(at(`users?q=${encodeURIComponent(user.email)}`));
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  await expect(page.getByText("The user entered a code sent to this address")).toBeVisible();
  await page.getByRole("link", { name: "Sessions and devices" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Trial sign-in" })).toContainText("hosted");
  await sound(page, "user-sessions");
  await page.getByRole("button", { name: /^End the session on Chrome/ }).click();
  await expect(page.getByText("No open sessions.")).toBeVisible();
  await theirs.goto(`/account-security?tenant=${demo().tenant_id}`);
  await expect(theirs.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await press(page, "Forget all devices");
  await expect(page.getByText("No trusted devices.")).toBeVisible();
  await elsewhere.close();
});

test("a user is deleted only after the address was typed and with a fresh proof", async () => {
  const confirmation = field(page, `Type ${email} to confirm`);
  const refused = page.getByText("Nothing was changed");
  const type = async (text: string) => {
    await page.locator("summary", { hasText: "Delete user" }).click();
    await confirmation.fill(text);
    await press(page, "Delete user");
  };
  await page.goto(at(`users?q=${encodeURIComponent(email)}`));
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  await expect(heading(page, "Delete")).toBeVisible();
  await type("somebody else");
  // The age of the sign-in depends on the machine.
  await expect(refused.or(page.getByLabel("Your password")).first()).toBeVisible();
  if (await page.getByLabel("Your password").isVisible()) await stepUp(page, owner);
  await expect(refused).toBeVisible();
  await confirmation.fill(email);
  await press(page, "Delete user");
  await expect(heading(page, "Users")).toBeVisible();
  await page.getByLabel("Search users").fill(email);
  await press(page, "Search");
  await expect(heading(page, "Nothing matches")).toBeVisible();
});

test("the same pages need no JavaScript", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: environment().baseUrl,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(at("organization-types/new"));
  await field(plain, "Name").fill("Reseller");
  await field(plain, "Key").fill("not a key");
  await press(plain, "Create type");
  await expect(field(plain, "Key")).toHaveAccessibleDescription(/letters, digits/);
  await expect(field(plain, "Name")).toHaveValue("Reseller");
  await field(plain, "Key").fill(`reseller-${run}`);
  await press(plain, "Create type");
  await expect(plain.getByRole("row").filter({ hasText: `reseller-${run}` })).toBeVisible();
  await context.close();
});

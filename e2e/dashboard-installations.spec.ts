import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { type Administrator, pageOf, stepUp } from "./support/administrator";
import { anEnrolmentToken, anInstallation } from "./support/an-installation";
import { environment } from "./support/environment";
import { manage } from "./support/manage";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

interface Demo {
  tenant_id: string;
  organization_id: string;
  email: string;
}

const demo = () => environment().demo as unknown as Demo;
const at = (path: string) => `/dashboard/${demo().tenant_id}/production/${path}`;
/** Unique names, so that a run does not mix with the one before. */
const run = randomUUID().slice(0, 6);
const platform = `linux/press-${run}`;
const issuer = `https://id-${run}.partner.example`;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const open = (page: Page, summary: string) => page.locator("summary", { hasText: summary }).click();
const sound = (page: Page, name: string) => expectSound(page, name, dashboard);

test.describe.configure({ mode: "serial", timeout: 180_000 });

let page: Page;
let owner: Administrator;
let token: string;
test.beforeAll(async ({ browser }) => {
  ({ page, who: owner } = await pageOf(browser, "owner"));
  token = await anEnrolmentToken(`Press halls ${run}`);
});
test.afterAll(() => page.close());

/** Does a dangerous action; renews the proof if it is too old by now. */
async function dangerously(act: () => Promise<void>, done: ReturnType<Page["locator"]>) {
  await act();
  const passwordField = page.getByLabel("Your password");
  await expect(done.or(passwordField).first()).toBeVisible();
  if (!(await passwordField.isVisible())) return;
  await stepUp(page, owner);
}

test("a token is issued, shown once, and its program enrols a machine with a key of its own", async () => {
  await page.goto(at("enrolment-tokens/new"));
  await field(page, "Name").fill(`Harbour ${run}`);
  await field(page, "Uses").fill("0");
  await field(page, "Organization").fill("nobody-has-this-slug");
  await press(page, "Issue token");
  await expect(field(page, "Uses")).toHaveAccessibleDescription(/from 1 to 1,000,000/);
  await expect(field(page, "Name")).toHaveValue(`Harbour ${run}`);
  await sound(page, "enrolment-token-refused");
  await field(page, "Uses").fill("2");
  await press(page, "Issue token");
  await expect(field(page, "Organization")).toHaveAccessibleDescription(/No organization/);
  await field(page, "Organization").fill(demo().organization_id);
  await field(page, "Expires").fill("2020-01-01T00:00");
  await press(page, "Issue token");
  await expect(field(page, "Expires")).toHaveAccessibleDescription(/expire in the future/);
  await field(page, "Expires").fill("2099-01-01T00:00");
  await press(page, "Issue token");
  await expect(heading(page, `Harbour ${run} is ready`)).toBeVisible();
  await sound(page, "enrolment-token-issued");

  const shownCommands = await page.locator("pre").allInnerTexts();
  const secret = shownCommands.find((text) => text.startsWith("aen_")) ?? "";
  const program = shownCommands.find((text) => text.includes("// enrol.mjs")) ?? "";
  const folder = mkdtempSync(join(tmpdir(), "harbour-"));
  writeFileSync(join(folder, "enrol.mjs"), program);
  const { stdout } = await promisify(execFile)(process.execPath, ["enrol.mjs"], {
    cwd: folder,
    env: { ...process.env, ENROLMENT_TOKEN: secret },
  });
  expect(stdout).toContain("installation_id");
  expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);

  await page.getByRole("link", { name: "I have stored the token" }).click();
  await expect(page.getByText("1 of 2")).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

test("a token is found, and revoked once its name is typed", async () => {
  await page.goto(at("enrolment-tokens"));
  await page.getByLabel("Search tokens").fill(`harbour ${run}`);
  await press(page, "Search");
  await expect(page.getByRole("row")).toHaveCount(2);
  await sound(page, "enrolment-tokens");
  await page.getByRole("link", { name: `Harbour ${run}` }).click();
  await open(page, "Revoke…");
  await field(page, `Type Harbour ${run} to confirm`).fill("something else");
  await press(page, "Revoke this token");
  await expect(page.getByText("Nothing was changed").first()).toBeVisible();
  await sound(page, "enrolment-token");
  await field(page, `Type Harbour ${run} to confirm`).fill(`Harbour ${run}`);
  await press(page, "Revoke this token");
  await expect(page.getByText("revoked", { exact: true })).toBeVisible();
});

test("the limit is raised up to what the operator approved and no further", async () => {
  await page.goto(at("installations/capacity"));
  const { limit, maximum } = await manage<Record<"limit" | "maximum", number>>(
    "GET",
    "/installation-capacity",
  );
  await field(page, "Limit").fill(String(maximum + 1));
  await press(page, "Save limit");
  await expect(field(page, "Limit")).toHaveAccessibleDescription(/limit can be at most/);
  await sound(page, "installation-capacity");
  await field(page, "Limit").fill("0");
  await press(page, "Save limit");
  await expect(page.getByText("Up to 0 installations may be active.")).toBeVisible();
  await expect(page.getByText(/No other installation can enrol/)).toBeVisible();
  await page.goto(at("installations"));
  await expect(page.getByText(/No other installation can enrol/)).toBeVisible();
  await sound(page, "installations-full");
  await page.getByRole("link", { name: "See what can be done" }).click();
  await field(page, "Limit").fill(String(limit));
  await press(page, "Save limit");
  await expect(
    page.getByText(`Up to ${limit.toLocaleString("en")} installations may be active.`),
  ).toBeVisible();
});

interface Enrolled {
  id: string;
  installation: Awaited<ReturnType<typeof anInstallation>>["installation"];
}
let halls: Enrolled[];
let campaign: string;

test("a campaign is counted before it is drafted, and shows whom it would reach", async () => {
  halls = [];
  for (const name of ["north", "south"])
    halls.push(await anInstallation(token, { name: `hall-${name}-${run}`, platform }));
  await page.goto(at("campaigns/new"));
  await field(page, "Name").fill(`2.5.0 to the halls ${run}`);
  await field(page, "Version to move to").fill("2.5.0");
  await field(page, "Platform").fill(platform);
  await field(page, "Version below").fill("two");
  await press(page, "Count installations");
  await expect(field(page, "Version below")).toHaveAccessibleDescription(/2\.5\.0-rc\.1/);
  await field(page, "Version below").fill("2.5.0");
  await press(page, "Count installations");
  await expect(page.getByRole("status").filter({ hasText: "2 installations" })).toBeVisible();
  await expect(field(page, "Platform")).toHaveValue(platform);
  await sound(page, "campaign-counted");
  await press(page, "Create draft");
  await expect(heading(page, "Installations in this campaign now")).toBeVisible();
  await expect(page.getByRole("link", { name: `hall-north-${run}` })).toBeVisible();
  await sound(page, "campaign-draft");
  campaign = new URL(page.url()).pathname.split("/").at(-1) ?? "";
});

const confirm = async (displayed: number, typed = displayed) => {
  await field(page, `Type ${displayed} to confirm`).fill(String(typed));
  await press(page, "Confirm and begin");
};
const changed = () => page.getByRole("alert").filter({ hasText: "has changed since you looked" });
const statusOf = async () =>
  (await manage<{ status: string }>("GET", `/installation-campaigns/${campaign}`)).status;

test("another number than the one displayed confirms nothing", async () => {
  const refused = page.getByText("Nothing was started").first();
  await dangerously(() => confirm(2, 20), refused);
  await expect(refused).toBeVisible();
  expect(await statusOf()).toBe("draft");
});

test("if the targets change between display and confirmation, the new number is shown and must be confirmed again", async () => {
  halls.push(await anInstallation(token, { name: `hall-east-${run}`, platform }));
  await confirm(2);
  await expect(changed()).toBeFocused();
  await expect(changed()).toContainText("2 before, 3 now");
  expect(await statusOf()).toBe("draft");
  await expect(page.getByRole("link", { name: `hall-east-${run}` })).toBeVisible();
  await expect(field(page, "Type 3 to confirm")).toHaveValue("");
  await sound(page, "campaign-changed");
});

test("the same number of other targets is a change too", async () => {
  const [north] = halls.splice(0, 1);
  await manage("POST", `/installations/${north?.id}/retire`);
  halls.push(await anInstallation(token, { name: `hall-west-${run}`, platform }));
  await confirm(3);
  await expect(changed()).toContainText("3 as before, but not the same installations");
  expect(await statusOf()).toBe("draft");
  await expect(page.getByRole("link", { name: `hall-north-${run}` })).toHaveCount(0);
});

test("after the displayed number is confirmed it runs, and what installations report is shown", async () => {
  await confirm(3);
  await expect(page.getByText("running", { exact: true })).toBeVisible();
  const report = (one: Enrolled | undefined, progress: "succeeded" | "failed", detail?: string) =>
    one?.installation.call("POST /api/v1/installations/self/campaigns/{id}/progress", {
      path: { id: campaign },
      body: { progress, ...(detail ? { detail } : {}) },
    });
  await report(halls[0], "succeeded");
  await report(halls[1], "failed", "No space left on the device");
  await page.getByRole("link", { name: "Refresh progress" }).click();
  await expect(page.getByText("No space left on the device")).toBeVisible();
  await sound(page, "campaign-running");
  await page.getByRole("link", { name: /^failed/ }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("a running campaign is cancelled once its name is typed", async () => {
  const name = `2.5.0 to the halls ${run}`;
  await open(page, "Cancel…");
  await field(page, `Type ${name} to confirm`).fill(name);
  await press(page, "Cancel this campaign");
  await expect(page.getByText("cancelled", { exact: true })).toBeVisible();
  await page.goto(at("campaigns"));
  await page.getByLabel("Search campaigns").fill(run);
  await press(page, "Search");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("2 (66%)");
  await sound(page, "campaigns");
});

test("an installation is found by its platform, seen whole, and retired", async () => {
  await page.goto(at("installations"));
  await page.getByLabel("Search installations").fill(`east press-${run}`);
  await press(page, "Search");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: `hall-east-${run}` }).click();
  await expect(heading(page, `hall-east-${run}`)).toBeVisible();
  await expect(page.getByText("installation.enrolled", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: `2.5.0 to the halls ${run}` }).first()).toBeVisible();
  await sound(page, "installation");
  const retired = page.getByText(/gets no token/);
  const word = `hall-east-${run}`;
  await dangerously(async () => {
    await open(page, "Retire…");
    await field(page, `Type ${word} to confirm`).fill(word);
    await press(page, "Retire this installation");
  }, retired);
  await expect(retired).toBeVisible();
  const east = halls[1]?.installation.call("GET /api/v1/installations/self/campaigns");
  await expect(east).rejects.toThrow(/401/);
  await page.goto(at("installations"));
  await page.getByLabel("Status").selectOption({ label: "Active" });
  await page.getByLabel("Search installations").fill(run);
  await press(page, "Search");
  await expect(page.getByRole("row")).toHaveCount(3);
  await sound(page, "installations");
});

test("an identity source is checked as it is typed, and added", async () => {
  await page.goto(at("identity-sources/new"));
  await field(page, "Issuer").fill("http://partner.example?tenant=1");
  await expect(page.getByText("must be https")).toBeVisible();
  await field(page, "Key set address").fill("https://10.0.0.1/keys");
  await expect(page.getByText("must be on a public address")).toBeVisible();
  await field(page, "Audiences").fill("portal");
  await field(page, "Attributes").fill("department");
  await press(page, "Add source");
  await expect(field(page, "Attributes")).toHaveAccessibleDescription(/Line 1/);
  await sound(page, "identity-source-refused");
  await field(page, "Issuer").fill(issuer);
  await field(page, "Key set address").fill(`${issuer}/keys`);
  await field(page, "Attributes").fill("department = dept");
  await press(page, "Add source");
  await expect(heading(page, issuer)).toBeVisible();
  await sound(page, "identity-source");
  await page.goto(at("identity-sources/new"));
  await field(page, "Issuer").fill(issuer);
  await field(page, "Key set address").fill(`${issuer}/keys`);
  await field(page, "Audiences").fill("portal");
  await press(page, "Add source");
  await expect(field(page, "Issuer")).toHaveAccessibleDescription(/another identity source/i);
});

test("a principal is made and bound to a user who alone has it, until it is released", async () => {
  const subject = `ada|${run}`;
  await page.goto(at("external-principals/new"));
  await field(page, "Identity source").selectOption({ label: issuer });
  await field(page, "Subject").fill(subject);
  await field(page, "Claims").fill("no JSON");
  await press(page, "Create principal");
  await expect(field(page, "Claims")).toHaveAccessibleDescription(/Enter a JSON/);
  await field(page, "Claims").fill('{"department": "Printing"}');
  await press(page, "Create principal");
  await expect(heading(page, subject)).toBeVisible();
  const email = field(page, "User’s email address");
  const refused = page.getByText("No user in this environment has this email address.").first();
  await dangerously(async () => {
    await email.fill(`nobody-${run}@nowhere.example`);
    await press(page, "Bind to this user");
  }, refused);
  await expect(refused).toBeVisible();
  await sound(page, "external-principal-free");
  await email.fill(demo().email.toUpperCase());
  await press(page, "Bind to this user");
  await expect(page.getByRole("link", { name: demo().email })).toBeVisible();
  await sound(page, "external-principal");
  await page.goto(at("external-principals"));
  await page.getByLabel("Search principals").fill(`${run} ada@`);
  await page.getByLabel("Status").selectOption({ label: "Bound" });
  await press(page, "Search");
  await expect(page.getByRole("row")).toHaveCount(2);
  await sound(page, "external-principals");
  await page.getByRole("link", { name: subject }).click();
  await open(page, "Release…");
  await field(page, `Type ${subject} to confirm`).fill(subject);
  await press(page, "Release the binding");
  await expect(page.getByText("released", { exact: true })).toBeVisible();
  await expect(email).toBeVisible();
});

test("a source is disabled once its issuer is typed, and enabled again", async () => {
  await page.goto(at("identity-sources"));
  await page.getByLabel("Search sources").fill(run);
  await press(page, "Search");
  await sound(page, "identity-sources");
  await page.getByRole("link", { name: issuer }).click();
  await open(page, "Disable…");
  await field(page, `Type ${issuer} to confirm`).fill(issuer);
  await press(page, "Disable this source");
  await expect(page.getByText(/running sessions stay/)).toBeVisible();
  const disable = page.locator("summary", { hasText: "Disable…" });
  await dangerously(() => press(page, "Enable source"), disable);
  await expect(disable).toBeVisible();
});

test("a campaign is drafted, and refused when it changed, without JavaScript too", async ({
  browser,
}) => {
  const elsewhere = `linux/plain-${run}`;
  for (const name of ["first", "second"])
    await anInstallation(token, { name: `plain-${name}-${run}`, platform: elsewhere });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: environment().baseUrl,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(at("campaigns/new"));
  await field(plain, "Name").fill(`Plain ${run}`);
  await field(plain, "Version to move to").fill("3.0.0");
  await field(plain, "Platform").fill(elsewhere);
  await press(plain, "Count installations");
  await expect(plain.getByText("2 installations")).toBeVisible();
  await press(plain, "Create draft");
  await field(plain, "Type 2 to confirm").fill("2");
  await anInstallation(token, { name: `plain-third-${run}`, platform: elsewhere });
  await press(plain, "Confirm and begin");
  await expect(plain.getByRole("alert")).toContainText("2 before, 3 now");
  await field(plain, "Type 3 to confirm").fill("3");
  await press(plain, "Confirm and begin");
  await expect(plain.getByText("running", { exact: true })).toBeVisible();
  await context.close();
});

import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { aPassword } from "./support/a-password";
import { choosePassword } from "./support/choose-password";
import { atrium } from "./support/command-line";
import { environment } from "./support/environment";
import { signInHosted } from "./support/hosted-sign-in";
import { newestMail } from "./support/mailbox";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const tenant = `Initech ${randomUUID().slice(0, 6)}`;
const password = aPassword();
let operator: Page;
let owner: Page;
let credentials: string;
/** Client id and secret of the owner's credential. */
let client: { id: string; secret: string };

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  [operator, owner] = [await open(browser), await open(browser)];
});

test("the first operator comes in by the link of the command line", async () => {
  const email = `operator-${randomUUID().slice(0, 6)}@atrium.example`;
  const { link } = atrium("operator", "invite", email, "--no-mail");
  await acceptInvitation(operator, String(link));
  // A link that the operator handed over proves no address: the first sign-in requires a code.
  await signInHosted(operator, email, password);
  await operator.getByRole("link", { name: "Go to tenants" }).click();
  await expect(operator.getByRole("heading", { name: "Tenants", exact: true })).toBeVisible();
  await expectSound(operator, "operator-tenants", dashboard);
});

test("they take in a tenant, find it by search, and invite its owner by email", async () => {
  await operator.getByRole("link", { name: "New tenant" }).click();
  await operator.getByLabel("Name").fill(tenant);
  await expectSound(operator, "operator-new-tenant", dashboard);
  await operator.getByRole("button", { name: "Create tenant" }).click();
  await expect(operator.getByRole("heading", { name: tenant })).toBeVisible();
  await operator.getByRole("link", { name: "Tenants" }).click();
  await operator.getByLabel("Search tenants").fill(tenant.toLowerCase());
  await operator.getByRole("button", { name: "Search" }).click();
  await expect(operator.getByRole("row")).toHaveCount(2);
  await operator.getByRole("link", { name: tenant }).click();
  const email = `owner-${randomUUID().slice(0, 6)}@initech.example`;
  await operator.getByLabel("Email address").fill(email);
  await operator.getByRole("button", { name: "Invite" }).click();
  await expect(operator.getByText(`An invitation is on its way to ${email}`)).toBeVisible();
  await expectSound(operator, "operator-tenant", dashboard);
  const mail = await newestMail(email);
  await acceptInvitation(owner, /https?:\/\/\S+\/invitation\?token=\S+/.exec(mail.text)?.[0] ?? "");
  await owner.getByRole("button", { name: `Accept ${tenant}` }).click();
  await expect(owner.getByRole("heading", { name: tenant, level: 2 })).toBeVisible();
});

test("the owner makes a credential, and the curl that is shown works", async () => {
  await owner.getByRole("link", { name: "Production" }).click();
  await expect(owner.getByRole("heading", { name: "Production", level: 1 })).toBeVisible();
  await expectSound(owner, "overview", dashboard);
  await owner.getByRole("link", { name: "Credentials" }).first().click();
  await expect(owner.getByRole("heading", { name: "No credentials yet" })).toBeVisible();
  await expectSound(owner, "credentials-empty", dashboard);
  credentials = owner.url();
  await owner.getByRole("link", { name: "New credential" }).click();
  await owner.getByLabel("Management automation only").check();
  await owner.getByRole("button", { name: "Continue" }).click();
  await owner.getByLabel("Name").fill("Provisioning");
  await owner.getByLabel("users:read").check();
  await owner.getByRole("button", { name: "Create credential" }).click();
  await expect(owner.getByRole("heading", { name: "Provisioning is ready" })).toBeVisible();
  const curl = (await owner.locator("pre").last().textContent()) ?? "";
  const [, url = "", id = "", secret = ""] =
    /^curl (\S+) \\\n +-u '([^:]+):([^']+)' \\\n +-d grant_type=client_credentials$/.exec(curl) ??
    [];
  expect(url).toBe(`${environment().baseUrl}/oauth/token`);
  client = { id, secret };
  expect(await token()).toMatchObject({ status: 200, scope: "users:read" });
});

test("an operator sets how long the tenant's events are retained, and puts the tenant on hold", async () => {
  const retention = operator.getByRole("region", { name: "Retention" });
  await expect(retention.getByText("In force: 400 days.")).toBeVisible();
  await retention.getByLabel("Days of audit events").fill("5");
  await send("Save retention");
  await expect(retention.getByText("Enter 30 to 3,650 days.").first()).toBeVisible();
  await retention.getByLabel("Days of audit events").fill("730");
  await send("Save retention");
  await expect(operator.getByText("audit events are kept for 730 days")).toBeVisible();
  await expect(retention.getByText("In force: 730 days.")).toBeVisible();
  const hold = operator.getByRole("region", { name: "Legal hold" });
  await hold.getByLabel("Reason").fill("Case 4711");
  await send("Hold everything");
  await expect(operator.getByText(`Everything of ${tenant} is kept`)).toBeVisible();
  await expect(operator.getByText("Reason: Case 4711")).toBeVisible();
  await expectSound(operator, "operator-tenant-held", dashboard);
  await hold.getByText("End the hold…").click();
  await hold.getByLabel(`Type ${tenant} to confirm`).fill("something else");
  await send("End the hold");
  await expect(hold.getByText("Nothing was changed")).toBeVisible();
  await hold.getByLabel(`Type ${tenant} to confirm`).fill(tenant);
  await send("End the hold");
  await expect(operator.getByText(`The legal hold of ${tenant} has ended.`)).toBeVisible();
  await retention.getByLabel("Days of audit events").fill("");
  await send("Save retention");
  await expect(retention.getByText("In force: 400 days.")).toBeVisible();
});

test("disabled, everything of the tenant stands still; enabled, it goes on", async () => {
  const held = (await token()).access_token;
  await operator.getByText("Disable…").click();
  await operator.getByLabel(`Type ${tenant} to confirm`).fill("something else");
  await operator.getByRole("button", { name: "Disable this tenant" }).click();
  await expect(operator.getByText("Nothing was changed")).toBeVisible();
  expect((await token()).status).toBe(200);
  await operator.getByLabel(`Type ${tenant} to confirm`).fill(tenant);
  const disable = operator.getByRole("region", { name: "Disable" });
  await disable.getByLabel("Reason").fill("The contract ended.");
  await operator.getByRole("button", { name: "Disable this tenant" }).click();
  await expect(operator.getByText("The contract ended.")).toBeVisible();
  await expectSound(operator, "operator-tenant-disabled", dashboard);
  expect(await token()).toMatchObject({ status: 401, error: "invalid_client" });
  const used = await fetch(`${environment().baseUrl}/api/v1/management/users`, {
    headers: { authorization: `Bearer ${held}` },
  });
  expect(await used.json()).toMatchObject({ code: "tenant_disabled" });
  await owner.goto(credentials);
  await expect(owner.getByText("This tenant is disabled")).toBeVisible();
  await expect(owner.getByRole("link", { name: "New credential" })).toHaveCount(0);
  expect((await owner.goto(`${credentials}/new`))?.status()).toBe(404);
  await expectSound(owner, "not-found", dashboard);
  await operator.getByText("Enable…").click();
  await operator.getByLabel(`Type ${tenant} to confirm`).fill(tenant);
  await operator.getByRole("button", { name: "Enable this tenant" }).click();
  await expect(operator.getByText("Disable…")).toBeVisible();
  expect((await token()).status).toBe(200);
});

test("defaults, limits, deliveries and queues are in view", async () => {
  for (const [link, name] of [
    ["Security defaults", "operator-defaults"],
    ["Limits", "operator-limits"],
    ["Mail", "operator-mail"],
    ["Deliveries", "operator-deliveries"],
    ["Queues", "operator-queues"],
  ] as const) {
    await operator.getByRole("link", { name: link }).click();
    await expect(operator.getByRole("heading", { name: link, level: 1 })).toBeVisible();
    await expectSound(operator, name, dashboard);
  }
  await operator.getByRole("link", { name: "Security defaults" }).click();
  await operator
    .getByLabel("Trusted-device window")
    .or(operator.getByLabel("Window"))
    .first()
    .fill("91");
  await operator.getByRole("button", { name: "Save the defaults" }).click();
  await expect(operator.getByRole("alert").filter({ hasText: "0 to 90" })).toBeVisible();
  await operator.reload();
  await operator.getByRole("button", { name: "Save the defaults" }).click();
  await expect(
    operator.getByText("In force from the next request on.").or(operator.getByText("Saved.")),
  ).toBeVisible();
});

test("an owner is no operator", async () => {
  for (const path of ["", "/limits", "/tenants/new"])
    expect((await owner.goto(`/dashboard/operator${path}`))?.status()).toBe(404);
});

const send = (button: string) =>
  operator.getByRole("button", { name: button, exact: true }).click();

async function open(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
}

/** Sets the first password, and goes on to the dashboard. */
async function acceptInvitation(page: Page, link: string): Promise<void> {
  await choosePassword(page, link, password);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function token(): Promise<Record<string, unknown> & { status: number }> {
  const response = await fetch(`${environment().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return { ...((await response.json()) as object), status: response.status };
}

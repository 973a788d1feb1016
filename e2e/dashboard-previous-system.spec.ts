import type { Page } from "@playwright/test";
import { type Administrator, anAdministrator, signInDashboard } from "./support/administrator";
import { atrium } from "./support/command-line";
import { environment } from "./support/environment";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

test.describe.configure({ timeout: 240_000 });

// A tenant of its own: a previous system changes how sign-ins work.
let tenant: string;
let owner: Administrator;
let page: Page;

test.beforeAll(async ({ browser }) => {
  tenant = String(atrium("tenant", "create", "Lazy").id);
  owner = anAdministrator({ tenant, role: "owner" });
  page = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(page, owner);
});

test("a previous system is set up, is not queried without a secret, and is removed", async () => {
  await page.goto(`/dashboard/${tenant}/production/previous-system`);
  const url = page.getByLabel("Address of the password check");
  const save = page.getByRole("button", { name: "Save previous system" });
  await url.fill("https://10.0.0.1/check");
  await save.click();
  await expect(page.getByText(/must be on a public address|public address/).first()).toBeVisible();
  await url.fill("https://old.example.com/check");
  await page.getByRole("checkbox", { name: "Ask the previous system" }).check();
  await save.click();
  await expect(page.getByText("Saved. It applies from the next sign-in on.")).toBeVisible();
  await expect(page.getByText(/There is no secret to sign requests with/)).toBeVisible();
  await expectSound(page, "previous-system-without-secret", dashboard);
  await page.getByRole("button", { name: "New secret" }).click();
  await expect(page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/There is no secret to sign requests with/)).toBeHidden();
  await expect(page.getByText(/^whsec_….{4}$/)).toBeVisible();
  await expectSound(page, "previous-system", dashboard);
  await url.fill("");
  await page.getByRole("checkbox", { name: "Ask the previous system" }).uncheck();
  await save.click();
  await expect(page.getByText("No previous system is used now.")).toBeVisible();
});

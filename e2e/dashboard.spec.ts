import AxeBuilder from "@axe-core/playwright";
import { environment } from "./support/environment";
import { signInHosted } from "./support/hosted-sign-in";
import { expect, test } from "./support/test";

interface Demo {
  tenant_id: string;
  administrator: { email: string; password: string };
}

const demo = () => environment().demo as unknown as Demo;
const credentials = () => `/dashboard/${demo().tenant_id}/production/credentials`;

test.describe.configure({ mode: "serial" });

test("a signed-out browser is led to the sign-in from every page", async ({ page }) => {
  for (const path of ["/dashboard", credentials(), `${credentials()}/new`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard\/sign-in$/);
  }
});

test("an administrator signs in, makes a credential, and its curl works at once", async ({
  page,
}) => {
  const { administrator } = demo();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign in" }).click();
  await signInHosted(page, administrator.email, administrator.password);
  await expect(page.getByRole("heading", { name: "Your tenants" })).toBeVisible();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Acme" })
    .getByRole("link", { name: "Production" })
    .first()
    .click();
  await page.getByRole("link", { name: "New credential" }).click();
  await page.getByLabel("Management automation only").check();
  await page.getByRole("button", { name: "Continue" }).click();
  // Management automation hides runtime scopes entirely.
  await expect(page.getByText("tokens:issue")).toHaveCount(0);
  await page.getByLabel("Name").fill("Journey");
  await page.getByLabel("users:read").check();
  await page.getByRole("button", { name: "Create credential" }).click();
  await expect(page.getByRole("heading", { name: "Journey is ready" })).toBeVisible();
  const [clientId, clientSecret] = await page.locator("pre").allTextContents();
  const response = await fetch(`${environment().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  expect(await response.json()).toMatchObject({ scope: "users:read", expires_in: 900 });
  await page.getByRole("link", { name: "I have stored it" }).click();
  await expect(page.getByRole("heading", { name: /Journey/ })).toBeVisible();
  await expect(page.getByText(String(clientSecret))).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await page.getByRole("link", { name: "Tenant secrets" }).click();
  await page.getByRole("button", { name: "New secret" }).click();
  await expect(page.locator("pre")).toHaveText(/^alcs_/);
  await page.getByRole("link", { name: "OIDC clients" }).click();
  await page.getByRole("link", { name: "Example relying party" }).click();
  await page.getByRole("button", { name: "New secret" }).click();
  await expect(page.locator("pre")).toHaveText(/^aocs_/);
  const foreign = await page.goto("/dashboard/atr_somebody-elses-tenant/production/credentials");
  expect(foreign?.status()).toBe(404);
});

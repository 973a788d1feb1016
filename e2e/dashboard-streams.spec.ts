import { readingScopes } from "@/lib/core/credentials/scopes";
import { anAdministrator, signInDashboard } from "./support/administrator";
import { atrium, machineToken } from "./support/command-line";
import { environment } from "./support/environment";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

test.describe.configure({ timeout: 240_000 });

test("administrators see who follows their environment, and how far", async ({ browser }) => {
  const { baseUrl } = environment();
  const tenant = String(atrium("tenant", "create", "Lighthouse").id);
  const token = await machineToken(tenant, { name: "Gateway", scopes: readingScopes });
  const created = await fetch(`${baseUrl}/api/v1/ssf/streams`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ description: "Ends sessions at the gateway" }),
  });
  expect(created.status).toBe(201);

  const page = await (await browser.newContext({ baseURL: baseUrl })).newPage();
  await signInDashboard(page, anAdministrator({ tenant, role: "viewer" }));
  await page.goto(`/dashboard/${tenant}/production/credentials`);
  const row = page.getByRole("row", { name: /Ends sessions at the gateway/ });
  await expect(row.getByRole("link", { name: "Gateway" })).toBeVisible();
  await expect(row.getByText(/session-revoked/)).toBeVisible();
  await expect(row.getByText("enabled", { exact: true })).toBeVisible();
  await expectSound(page, "credentials-streams", dashboard);
});

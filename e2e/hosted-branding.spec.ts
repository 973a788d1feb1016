import type { Page } from "@playwright/test";
import { brandTenant } from "./support/brand-tenant";
import { environment } from "./support/environment";
import { application } from "./support/hosted-journey";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

/** The second demo tenant, so that the other journeys' branding stays the same. */
const globex = () => (environment().demo as { beside: Record<string, string> }).beside;

const LOGO = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#0b6b50"/><path d="M12 27V13l16 14V13" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round" stroke-linejoin="round"/></svg>',
).toString("base64")}`;

const ground = (page: Page) =>
  page
    .getByRole("button", { name: "Sign in", exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);

test("a tenant's pages show its name, logo, colour and links", async ({ page }) => {
  await brandTenant(globex().tenant_id ?? "", {
    ...{ displayName: "Globex Bank", color: "#0b6b50", logo: LOGO },
    supportUrl: "https://globex.example/help",
    termsUrl: "https://globex.example/terms",
    privacyUrl: "https://globex.example/privacy",
  });
  await page.goto(application(globex().trial_client_id));
  await expect(page.getByText("Globex Bank", { exact: true })).toBeVisible();
  await expect(page.locator("main img")).toHaveJSProperty("complete", true);
  expect(
    await page.locator("main img").evaluate((one: HTMLImageElement) => one.naturalWidth),
  ).toBeGreaterThan(0);
  for (const [name, path] of [
    ["Support", "help"],
    ["Terms", "terms"],
    ["Privacy", "privacy"],
  ] as const)
    await expect(page.getByRole("link", { name })).toHaveAttribute(
      "href",
      `https://globex.example/${path}`,
    );
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground(page)).toBe("rgb(11, 107, 80)");
  await expectSound(page, "branded-login");
  await page.goto(`/account-security?tenant=${globex().tenant_id}`);
  await expectSound(page, "branded-not-signed-in");
});

for (const color of ["#ffe14d", "#0a0a0a", "#808080"])
  test(`a colour like ${color} stays readable, light and dark`, async ({ page }) => {
    await brandTenant(globex().tenant_id ?? "", { color, logo: null });
    await page.goto(application(globex().trial_client_id));
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expectSound(page, `login-${color.slice(1)}`);
  });

test.afterAll(() => brandTenant(globex().tenant_id ?? "", { color: null, logo: null }));

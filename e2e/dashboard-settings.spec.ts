import type { Page } from "@playwright/test";
import { type Administrator, pageOf, renewProof } from "./support/administrator";
import { environment } from "./support/environment";
import { aHostedUser } from "./support/hosted-user";
import { newestMail } from "./support/mailbox";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const application = () => `/dev/sign-in?client_id=${demo().trial_client_id}`;
const at = (path: string) => `/dashboard/${demo().tenant_id}/production/${path}`;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#0f766e"/><path d="M20 8l11 24H9z" fill="#fff"/></svg>`;

// Most of the time is for looking at each page in both schemes and three widths.
test.describe.configure({ mode: "serial", timeout: 240_000 });

let owner: Administrator;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ page, who: owner } = await pageOf(browser, "owner"));
});
// The journey may take longer than a proof is valid.
test.beforeEach(() => renewProof(owner));

/** Checks the page against the rules for every page, from its top. */
async function looksSound(name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await expectSound(page, name, dashboard);
}

/** Returns the status of the direct plane's answer to a right password. */
async function loginStatus(user: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${environment().baseUrl}/api/v1/auth/login/preflight`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${demo().tenant_secret}`,
      "x-tenant-id": String(demo().tenant_id),
      "content-type": "application/json",
    },
    body: JSON.stringify(user),
  });
  return ((await response.json()) as { status: string }).status;
}

/** The card of a setting, opened. */
async function settingOf(name: string) {
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });
  if (!(await card.locator("details[open]").count())) await card.locator("summary").click();
  return card;
}

test("an override is in force on the next sign-in, and reset it follows the platform", async () => {
  const user = await aHostedUser();
  await page.goto(at("security-policy"));
  await looksSound("security-policy");
  expect(await loginStatus(user)).toBe("otp_required");
  const card = await settingOf("Second factor at sign-in");
  await card.getByLabel("Ask for a second factor").selectOption("never");
  await card.getByRole("button", { name: "Save override" }).click();
  await expect(card.getByText("Your override").first()).toBeVisible();
  await expect(card.getByRole("definition").first()).toHaveText("Never");
  await looksSound("security-policy-override");
  expect(await loginStatus(user)).toBe("grant");
  await card.getByRole("button", { name: "Reset to platform default" }).click();
  await expect(card.getByRole("definition").first()).toHaveText("On devices that are not trusted");
  expect(await loginStatus(user)).toBe("otp_required");
});

test("a value outside its bounds is refused at its field, and stays to be corrected", async () => {
  await page.goto(at("security-policy"));
  const card = await settingOf("Idle timeout");
  const field = card.getByLabel("Idle timeout (minutes)");
  await field.fill("14");
  // A browser without form validation sends this.
  await card
    .locator("form")
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
  await card.getByRole("button", { name: "Save override" }).click();
  await expect(card.getByRole("alert")).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/from 15 to 525,600/);
  await expect(field).toHaveValue("14");
});

test("branding is previewed while typing, and seen on the sign-in page once saved", async ({
  browser,
}) => {
  await page.goto(at("branding"));
  await page.getByLabel("Choose a picture").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
  });
  await page.getByRole("button", { name: "Save logo" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("does more than draw");
  await page
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
  await page.getByRole("button", { name: "Save logo" }).click();
  await expect(page.getByText("The logo is saved.")).toBeVisible();

  await page.getByLabel("Name").fill("Acme Sign-in");
  await page.getByLabel("Colour", { exact: true }).fill("#ffe066");
  await page.getByLabel("Support").fill("mailto:help@acme.example");
  const light = page.frameLocator('iframe[title="Sign-in page, light"]');
  await expect(light.getByText("Acme Sign-in")).toBeVisible();
  await expect(light.locator("img")).toBeVisible();
  const email = page.frameLocator('iframe[title="Email, dark"]');
  await expect(email.getByText("Acme Sign-in").filter({ visible: true }).first()).toBeVisible();
  // Each frame has its own colour scheme, independent of the page around it.
  await page.emulateMedia({ colorScheme: null });
  const grounds = await Promise.all(
    ["light", "dark"].map((scheme) =>
      page
        .frameLocator(`iframe[title="Sign-in page, ${scheme}"]`)
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor),
    ),
  );
  expect(new Set(grounds).size).toBe(2);
  await page.evaluate(() => scrollTo(0, 0));
  if (process.env.ATRIUM_SCREENSHOTS)
    await page.screenshot({
      path: "test-results/pictures/dashboard/branding-both-schemes.png",
      fullPage: true,
    });
  await looksSound("branding");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Branding saved. Pages and emails look like this")).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await visitor.goto(application());
  await expect(visitor.getByText("Acme Sign-in")).toBeVisible();
  await expect(visitor.locator('main img[src^="data:image/svg+xml"]')).toBeVisible();
  expect(await visitor.content()).toContain("--accent:#ffe066");
  await visitor.close();
});

test("branding needs no JavaScript, and is taken back", async ({ browser, baseURL }) => {
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    storageState: await page.context().storageState(),
  });
  const still = await plain.newPage();
  await still.goto(at("branding"));
  await still.getByLabel("Name").fill("Only looked at");
  await still.getByRole("button", { name: "Preview" }).click();
  const frame = still.locator('iframe[title="Sign-in page, light"]');
  await expect(frame).toHaveAttribute("src", /displayName=Only\+looked\+at/);
  await still.goto(at("branding"));
  await expect(still.getByLabel("Name")).toHaveValue("Acme Sign-in");
  await still.getByLabel("Terms").fill("javascript:alert(1)");
  await still.getByRole("button", { name: "Save", exact: true }).click();
  await expect(still.getByLabel("Terms")).toHaveAccessibleDescription(/Enter an https: address/);
  for (const name of ["Name", "Colour", "Support", "Terms"])
    await still.getByRole("textbox", { name, exact: true }).fill("");
  await still.getByRole("button", { name: "Save", exact: true }).click();
  await still.getByRole("button", { name: "Remove logo" }).click();
  await expect(still.getByText("No logo yet")).toBeVisible();
  await plain.close();
});

test("the audit log is narrowed, read whole and exported", async () => {
  await page.goto(at("audit"));
  await looksSound("audit");
  await page.getByLabel("Kind").selectOption("branding.updated");
  await page.getByRole("main").getByLabel("Search").fill("ACME sign-in");
  await page.getByRole("button", { name: "Show" }).click();
  const rows = page.getByRole("row").filter({ hasText: "branding.updated" });
  await expect(rows).not.toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "security_policy" })).toHaveCount(0);
  const shown = await rows.count();
  const [jsonl, csv] = await Promise.all(
    ["JSON lines", "CSV"].map(async (name) => {
      const href = await page.getByRole("link", { name }).getAttribute("href");
      return page.request.get(String(href));
    }),
  );
  const lines = (await jsonl?.text())?.trim().split("\n") ?? [];
  expect(lines).toHaveLength(shown);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    kind: "branding.updated",
    environment: "production",
  });
  expect(csv?.headers()["content-disposition"]).toMatch(/^attachment; filename="audit-.+\.csv"$/);
  expect(await csv?.text()).toMatch(/^\ufeffid,occurred_at,.+\r\n/);
  await rows.first().getByRole("link").first().click();
  await expect(page.getByText('"display_name": "Acme Sign-in"').first()).toBeVisible();
  await looksSound("audit-event");
  await page.goto(at("audit?q=nothing+is+like+this"));
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
});

test("a user invited by email signs in as a viewer, changes nothing, and is removed", async ({
  browser,
}) => {
  const email = `viewer-${Date.now()}@administrators.example`;
  await page.goto(at("administrators"));
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}`)).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: email });
  await expect(card.getByText("invited")).toBeVisible();
  await looksSound("administrators");

  const mail = await newestMail(email);
  const link = /https?:\/\/\S+\/invitation\?token=\S+/.exec(mail.text)?.[0] ?? "";
  const viewer = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  const password = "orchard lantern 4711";
  await viewer.goto(link);
  await viewer
    .getByLabel(/password/i)
    .first()
    .fill(password);
  await viewer.getByRole("button", { name: "Save password" }).click();
  await expect(viewer.getByRole("link", { name: "Dashboard" })).toHaveAttribute(
    "href",
    /\/dashboard$/,
  );
  await viewer.goto("/dashboard");
  await viewer.getByRole("button", { name: "Sign in", exact: true }).click();
  // The link has signed them in already.
  await expect(viewer.getByRole("heading", { name: "Your tenants" })).toBeVisible();
  // Until they accept, they own nothing, and the tenant knows only the typed address.
  expect((await viewer.goto(at("administrators")))?.status()).toBe(404);
  await page.reload();
  await expect(card.getByText("invited")).toBeVisible();
  await viewer.goto("/dashboard");
  await expectSound(viewer, "invitation", dashboard);
  await viewer.getByRole("button", { name: /^Accept / }).click();
  await expect(viewer.getByRole("heading", { name: "Invitations" })).toHaveCount(0);
  for (const path of ["security-policy", "branding", "administrators", "audit"]) {
    await viewer.goto(at(path));
    await expect(viewer.getByRole("main").locator("form:not([method=get])")).toHaveCount(0);
  }
  await viewer.goto(at("administrators"));
  await expect(viewer.getByText(email)).not.toHaveCount(0);

  await page.reload();
  await card.getByText("Remove", { exact: true }).click();
  await card.getByLabel(`Type ${email} to confirm`).fill(email);
  await card.getByRole("button", { name: `Remove ${email}` }).click();
  await expect(card).toHaveCount(0);
  expect((await viewer.goto(at("administrators")))?.status()).toBe(404);
  await viewer.close();
});

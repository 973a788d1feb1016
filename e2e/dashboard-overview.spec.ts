import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { pageOf } from "./support/administrator";
import { environment } from "./support/environment";
import { lookFurther } from "./support/further-looks";
import { aHostedUser } from "./support/hosted-user";
import { manage } from "./support/manage";
import { ownerQuery } from "./support/owner-query";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const place = () => `/dashboard/${demo().tenant_id}/production`;

// Most of the time is for looking at each page in both schemes and three widths.
test.describe.configure({ mode: "serial", timeout: 240_000 });

let page: Page;
let user: { email: string; password: string };

test.beforeAll(async ({ browser }) => {
  ({ page } = await pageOf(browser, "owner"));
  user = await aHostedUser();
});

/** Tries a password on the direct plane. */
async function attempt(password: string): Promise<void> {
  await fetch(`${environment().baseUrl}/api/v1/auth/login/preflight`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${demo().tenant_secret}`,
      "x-tenant-id": String(demo().tenant_id),
      "content-type": "application/json",
    },
    body: JSON.stringify({ email: user.email, password }),
  });
}

/** The number of a figure. */
async function figure(name: string | RegExp): Promise<number> {
  const box = page.locator("dl > div").filter({ has: page.locator("dt", { hasText: name }) });
  return Number((await box.locator("dd").first().textContent())?.replace(/\D/g, ""));
}

test("the overview counts a failure as soon as it happened, and shows it in the hour's bar and in words", async () => {
  await page.goto(place());
  const before = await figure("Failed sign-ins");
  await attempt("not the password");
  await page.reload();
  expect(await figure("Failed sign-ins")).toBe(before + 1);
  await expect(page.getByText(/failed to sign in/).first()).toBeVisible();
  await page.getByText("As a table").click();
  const newest = page.getByRole("row").nth(1);
  expect(Number(await newest.getByRole("cell").nth(2).textContent())).toBeGreaterThan(0);
  await newest.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "login.failed" })).not.toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "user.created" })).toHaveCount(0);
});

test("it looks right with a month behind it, by the hour and by the day", async () => {
  await ownerQuery(
    `INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, occurred_at)
     SELECT e.tenant_id, e.id, (ARRAY['login.succeeded', 'login.succeeded', 'login.succeeded', 'login.failed'])[1 + n % 4],
            '{"type":"tenant","id":"acme"}',
            jsonb_build_array(jsonb_build_object('type', 'user', 'id', ('01900000-0000-7000-8000-' || lpad((n % 97)::text, 12, '0'))::uuid)),
            now() - make_interval(mins => (n * 13 + n * n % 701) % 43000)
     FROM environments e JOIN tenants t ON t.id = e.tenant_id, generate_series(1, 4000) n
     WHERE t.public_id = $1 AND e.key = 'production'`,
    [demo().tenant_id],
  );
  await ownerQuery("SELECT atrium_count_events(100000)");
  await page.goto(place());
  expect(await figure("Active users")).toBeGreaterThan(0);
  await expectSound(page, "overview-month", dashboard);
  await lookFurther(page, "overview-month");
  await page.getByRole("link", { name: "By day" }).click();
  await expect(page.getByRole("figure", { name: /^Sign-ins in the last 30 days/ })).toBeVisible();
  expect(await figure(/^Sign-ins/)).toBeGreaterThan(2_500);
  await page.getByText("As a table").click();
  await expect(page.getByRole("row")).toHaveCount(31);
  await expectSound(page, "overview-days", dashboard);
});

test("open invitations and failed mail lead to lists of exactly these", async () => {
  const email = `invited-${randomUUID().slice(0, 6)}@list.example`;
  await manage("POST", "/users", { email, send_invitation: true });
  await ownerQuery(
    `INSERT INTO mail_messages (id, tenant_id, environment_id, template, recipient, status, created_at)
     SELECT uuidv7(), e.tenant_id, e.id, 'login_code', 'lost@list.example', 'failed', now() - make_interval(days => n)
     FROM environments e JOIN tenants t ON t.id = e.tenant_id, generate_series(0, 8, 8) n
     WHERE t.public_id = $1 AND e.key = 'production'`,
    [demo().tenant_id],
  );
  await page.goto(place());
  const [open, failed] = [await figure("Open invitations"), await figure("Failed mail")];
  expect(failed).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Open invitations" }).click();
  await expect(page.getByText(`${open} in all`)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: user.email })).toHaveCount(0);
  await expectSound(page, "users-invited", dashboard);
  await page.goto(place());
  await page.getByRole("link", { name: "Failed mail" }).click();
  await expect(page.getByRole("heading", { name: "Unsent mail", level: 1 })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(failed + 1);
  await expect(page.getByRole("row").filter({ hasText: "l•••@list.example" })).toHaveCount(1);
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "l•••@list.example" })).toHaveCount(2);
  await expectSound(page, "unsent-mail", dashboard);
});

test("without scripts everything is there", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: environment().baseUrl,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(place());
  await expect(plain.getByRole("figure", { name: /^Sign-ins in the last 24 hours/ })).toBeVisible();
  await plain.getByText("As a table").click();
  await expect(plain.getByRole("row")).toHaveCount(25);
  await context.close();
});

test("an operator sees tenants by activity, queues and what failed", async ({ browser }) => {
  const { page: theirs } = await pageOf(browser, "operator");
  await theirs.goto("/dashboard/operator");
  await theirs.getByRole("link", { name: "Overview" }).click();
  await expect(theirs.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const first = theirs
    .getByRole("table", { name: "Tenants, the busiest first" })
    .getByRole("row")
    .nth(1);
  expect(Number(await first.getByRole("cell").nth(1).textContent())).toBeGreaterThan(0);
  await expectSound(theirs, "operator-overview", dashboard);
  await lookFurther(theirs, "operator-overview");
  await theirs.getByRole("link", { name: "By day" }).click();
  await expect(
    theirs.getByRole("figure", { name: /^Sign-ins of all tenants in the last 30 days/ }),
  ).toBeVisible();
});

test("a client shows what it was refused for and what to change, and a sign-in can be tried", async ({
  browser,
}) => {
  const { baseUrl } = environment();
  const clientId = String(demo().trial_client_id);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `https://elsewhere.example.com/${randomUUID().slice(0, 4)}?secret=hunter2`,
  });
  await fetch(`${baseUrl}/oauth/authorize?${query}`);
  await page.goto(`${place()}/oidc-clients/${clientId}`);
  const refusals = page.getByRole("region", { name: "Refused authorizations" });
  await expect(refusals.getByText("https://elsewhere.example.com/")).not.toHaveCount(0);
  await expect(refusals.getByText("hunter2")).toHaveCount(0);
  await expect(refusals.getByRole("link", { name: "register this address" })).not.toHaveCount(0);
  await expectSound(page, "oidc-client-refusals", dashboard);
  const href = await page.getByRole("link", { name: "Try sign-in" }).getAttribute("href");
  const signedOutPage = await (await browser.newContext()).newPage();
  await signedOutPage.goto(String(href));
  await expect(signedOutPage.getByLabel("Email address")).toBeVisible();
  await signedOutPage.context().close();
});

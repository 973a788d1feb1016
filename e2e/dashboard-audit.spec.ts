import type { Page } from "@playwright/test";
import { pageOf } from "./support/administrator";
import { environment } from "./support/environment";
import { lookFurther } from "./support/further-looks";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const log = () => `/dashboard/${demo().tenant_id}/production/audit`;

// Most of the time is for looking at each page in both schemes and three widths.
test.describe.configure({ mode: "serial", timeout: 240_000 });

let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ page } = await pageOf(browser, "owner"));
});

const rowOf = (text: string | RegExp) =>
  page.getByRole("table", { name: "Events" }).getByRole("row").filter({ hasText: text });

test("a sign-in is a sentence with the user's name and browser, which leads to the user and back", async ({
  browser,
}) => {
  const user = await aHostedUser();
  const theirs = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await theirs.goto(`/dev/sign-in?client_id=${demo().trial_client_id}`);
  await signInHosted(theirs, user.email, user.password);
  await expect(theirs.getByLabel("Code from the email")).toHaveCount(0);
  await page.goto(`${log()}?show=sign-ins&since=hour`);
  const signedIn = rowOf(/Grace Hopper signed in from \S+ on \S+/).first();
  await expect(signedIn).toBeVisible();
  await signedIn.getByRole("link", { name: "Grace Hopper" }).click();
  await expect(page.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("link", { name: "Filter and export these events in the audit log" }).click();
  await expect(page).toHaveURL(/audit\?target=/);
  await expect(
    rowOf("Your backend created Grace Hopper").or(rowOf("user.created")),
  ).not.toHaveCount(0);
  await expectSound(page, "audit-of-user", dashboard);
});

test("a kind is chosen from a list, and the whole event is one step away", async () => {
  await page.goto(log());
  await lookFurther(page, "audit");
  await page.getByLabel("Kind").selectOption("user.*");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByLabel("Kind")).toHaveValue("user.*");
  await expect(rowOf("user.created")).not.toHaveCount(0);
  await expect(rowOf("login.succeeded")).toHaveCount(0);
  await rowOf("user.created").first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("created");
  await expect(page.getByText('"kind": "user.created"')).toBeVisible();
  await page.getByRole("link", { name: "All events about this target" }).first().click();
  await expect(page).toHaveURL(/target=/);
});

test("presets and bars narrow the log by their addresses", async () => {
  await page.goto(log());
  await page.getByRole("link", { name: "Last 7 days" }).click();
  // The links of the new page have the time span; those of the old page have none.
  await expect(page).toHaveURL(/since=week/);
  await page.getByRole("link", { name: "Administrators’ changes" }).click();
  await expect(page).toHaveURL(/since=week.*show=changes|show=changes.*since=week/);
  await page.getByRole("link", { name: "Everything" }).click();
  await expect(page).toHaveURL(/audit\?since=week$/);
  await page.getByText("As a table").click();
  const newest = page.getByRole("table", { name: "By hour" }).getByRole("row").nth(1);
  await newest.getByRole("link").click();
  await expect(page).toHaveURL(/from=.+&to=/);
  await expect(rowOf(/\./)).not.toHaveCount(0);
  await expectSound(page, "audit-hour", dashboard);
  // A bar is also a link for a pointer.
  const bar = page.locator("figure svg a").last();
  await expect(bar).toHaveAttribute("href", /from=.+to=/);
});

test("a filter without matches shows that, with a way back", async () => {
  await page.goto(`${log()}?kind=tenant.disabled&since=hour`);
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await expectSound(page, "audit-nothing", dashboard);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(rowOf(/\./)).not.toHaveCount(0);
});

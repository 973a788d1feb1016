import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Administrator, renewProof, signInDashboard } from "./support/administrator";
import { environment } from "./support/environment";
import { manage } from "./support/manage";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

interface Demo {
  tenant_id: string;
  administrator: Administrator;
}

const demo = () => environment().demo as unknown as Demo;
const at = (path: string) => `/dashboard/${demo().tenant_id}/production/${path}`;
const run = randomUUID().slice(0, 6);
const sound = (name: string) => expectSound(page, name, dashboard);
const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const searchField = () => page.getByRole("combobox", { name: "Search this environment" });

test.describe.configure({ timeout: 180_000 });

let page: Page;
let users: { id: string; email: string }[];

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(page, demo().administrator);
  users = [];
  for (const name of ["Ada", "Bob", "Cleo"]) {
    const email = `${name.toLowerCase()}-${run}@finds.example`;
    const made = await manage<{ id: string }>("POST", "/users", {
      email,
      display_name: `${name} ${run}`,
    });
    users.push({ id: made.id, email });
  }
});
test.beforeEach(() => renewProof(demo().administrator));
test.afterAll(() => page.close());

test("the whole menu is seen at 1280 by 700, and at 200 %", async () => {
  const menu = () => page.getByRole("navigation", { name: "Sections" }).filter({ visible: true });
  for (const size of [
    { width: 1280, height: 700 },
    { width: 640, height: 350 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(at("users"));
    if (size.width < 1024) await page.locator("summary", { hasText: "Menu" }).click();
    const links = menu().getByRole("link");
    await expect(links).toHaveCount(10);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    if (process.env.ATRIUM_SCREENSHOTS)
      await page.screenshot({ path: `test-results/pictures/dashboard/menu-${size.width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
});

test("lists of one entry are tabs of each other", async () => {
  await page.goto(at("apps"));
  const tabs = page.getByRole("navigation", { name: "Applications" });
  await tabs.getByRole("link", { name: "OIDC clients" }).click();
  await expect(page).toHaveURL(at("oidc-clients"));
  await expect(tabs.getByRole("link", { name: "OIDC clients" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("the search lists what is found while one types, and the keyboard alone leads there", async () => {
  await page.goto(at(""));
  // The scripts set its role.
  await expect(searchField()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(searchField()).toBeFocused();
  await page.keyboard.type(`ada ${run}`);
  const list = page.getByRole("listbox", { name: "Found" });
  await expect(list.getByRole("option", { name: `Ada ${run}` })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible();
  await sound("search-suggestions");
  await searchField().focus();
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(`users/${users[0]?.id}`));
});

test("settings are found by synonyms, and a search without matches shows that", async () => {
  await page.goto(at("apps"));
  await searchField().fill("lockout");
  await page.getByRole("option", { name: /Security policy/ }).click();
  await expect(page).toHaveURL(at("security-policy"));
  await searchField().fill(`nothing ${randomUUID()}`);
  await expect(page.getByRole("status").filter({ hasText: "Nothing matches" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(searchField()).toHaveAttribute("aria-expanded", "false");
});

test("a search that the server can't answer shows that", async () => {
  await page.goto(at("apps"));
  await page.route("**/suggestions?*", (route) => route.fulfill({ status: 503, body: "" }));
  await searchField().fill("anything");
  await expect(page.getByText("Search is unavailable.")).toBeVisible();
  await page.unroute("**/suggestions?*");
});

test("an id leads straight to its page, and Enter to the page of results", async () => {
  await page.goto(at("apps"));
  await searchField().fill(users[1]?.id ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(`users/${users[1]?.id}`));
  await searchField().fill(run);
  await page.keyboard.press("Enter");
  await expect(heading("Search")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: run })).toHaveCount(3);
  await sound("search");
});

test("another environment or tenant opens at the same list", async () => {
  await page.goto(at("users"));
  await page.getByRole("button", { name: /Change tenant or environment/ }).click();
  const places = page.getByRole("navigation", { name: "Tenants and environments" });
  await expect(places).toBeVisible();
  await sound("switcher");
  const links = places.getByRole("link").filter({ hasNotText: "All tenants" });
  for (const link of await links.all())
    await expect(link).toHaveAttribute("href", /^\/dashboard\/[^/]+\/[^/]+\/users$/);
  await page.keyboard.press("Escape");
  await expect(places).toBeHidden();
});

test("users are sorted by name, and the head of the column says so", async () => {
  await page.goto(at(`users?q=${run}`));
  const column = page.getByRole("columnheader", { name: "User" });
  await expect(page.getByText("3 in all")).toBeVisible();
  await column.getByRole("link").click();
  await expect(column).toHaveAttribute("aria-sort", "ascending");
  const names = page.locator("tbody").getByRole("link");
  await expect(names).toHaveText([`Ada ${run}`, `Bob ${run}`, `Cleo ${run}`]);
  await column.getByRole("link").click();
  await expect(names).toHaveText([`Cleo ${run}`, `Bob ${run}`, `Ada ${run}`]);
  await sound("users-sorted");
});

test("several users are suspended after a preview of how many and whom", async () => {
  await page.goto(at(`users?q=${run}`));
  await page.getByLabel(`Choose ${users[0]?.email}`).check();
  await page.getByLabel(`Choose ${users[1]?.email}`).check();
  await page.getByLabel("Action", { exact: true }).selectOption("Suspend");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(heading("Suspend: 2 users")).toBeVisible();
  await expect(
    page.getByText("Nothing is changed before you press the button below."),
  ).toBeVisible();
  await sound("users-preview");
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await expect(page.getByText("2 users changed.")).toBeVisible();
  await page.goto(at(`users?q=${run}&status=suspended`));
  await expect(page.getByText("2 in all")).toBeVisible();
});

test("every other action on several users says how many it takes first, an export too", async () => {
  for (const [action, title] of [
    ["Reactivate", "Reactivate: 2 users"],
    ["Invite by email", "Invite by email: 1 user"],
    ["Add to an organization", "Add to an organization: 3 users"],
    ["Export as CSV", "Export 3 users"],
  ] as const) {
    await page.goto(at(`users?q=${run}`));
    await page.getByLabel("Apply to").selectOption("All users in this search");
    await page.getByLabel("Action", { exact: true }).selectOption(action);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(heading(title)).toBeVisible();
  }
  await sound("users-export");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^users-.*\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(4);
});

test("an organization is picked from what a part of its name finds", async () => {
  await manage("POST", "/organizations", { name: `Pickable ${run}`, slug: `pickable-${run}` });
  await page.goto(at(`users/${users[2]?.id}/memberships`));
  const field = page.getByLabel("Organization", { exact: true });
  await field.pressSequentially("pickab");
  await page.getByRole("listbox", { name: "Found" }).getByRole("option").first().waitFor();
  await sound("picker");
  await field.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(/^pickable-/);
});

test("an id is copied, and a key is made from a name", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(at(`users/${users[2]?.id}`));
  await page.getByRole("button", { name: "Copy id" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(users[2]?.id);
  await page.goto(at("apps/new"));
  await page.getByLabel("Name", { exact: true }).fill(`Überweisungen ${run}`);
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue(`uberweisungen-${run}`);
});

test("an administrator changes their name on a page of their own", async () => {
  await page.goto("/dashboard/profile");
  await sound("profile");
  const name = page.getByLabel("Name", { exact: true });
  const before = await name.inputValue();
  await name.fill(`Grace ${run}`);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is saved.")).toBeVisible();
  await expect(heading(`Grace ${run}`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to your account security" })).toHaveAttribute(
    "href",
    /\/account-security\?tenant=/,
  );
  await name.fill(before);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(heading(`Grace ${run}`)).toBeHidden();
});

test("all of it can be found without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: environment().baseUrl,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(at("users"));
  await plain.getByRole("searchbox", { name: "Search this environment" }).fill(`bob ${run}`);
  await plain.keyboard.press("Enter");
  await expect(plain.getByRole("main").getByRole("link", { name: `Bob ${run}` })).toBeVisible();
  await plain.getByRole("button", { name: /Change tenant or environment/ }).click();
  await expect(plain.getByRole("navigation", { name: "Tenants and environments" })).toBeVisible();
  await plain.keyboard.press("Escape");
  await plain.goto(at("apps/new"));
  await plain.getByLabel("Name", { exact: true }).fill(`Plain ${run}`);
  await plain.getByRole("button", { name: "Create app" }).click();
  await expect(plain.getByText(`plain-${run}`).first()).toBeVisible();
  await plain.goto(at(`users?q=${run}`));
  await plain.getByLabel(`Choose ${users[2]?.email}`).check();
  await plain.getByRole("button", { name: "Preview" }).click();
  await expect(plain.getByRole("heading", { name: "Suspend: 1 user" })).toBeVisible();
  await context.close();
});

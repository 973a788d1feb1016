import { devices, type Page } from "@playwright/test";
import {
  type Administrator,
  anAdministrator,
  renewProof,
  signInDashboard,
} from "./support/administrator";
import {
  type Action,
  anyAddress,
  crawl,
  guardedActions,
  guardedTemplates,
  type Template,
} from "./support/dashboard-map";
import { environment } from "./support/environment";
import { longestAddress } from "./support/longest-address";
import { manage } from "./support/manage";
import { oneOfEachInstallation } from "./support/one-of-each-installation";
import { ownerRows } from "./support/owner-query";
import { expect, test } from "./support/test";

interface Demo {
  tenant_id: string;
  administrator: Administrator;
  beside: { tenant_id: string };
}

/** The sign-in, with the address to return to. */
const SIGN_IN = /^(http:\/\/localhost:\d+)?\/dashboard\/sign-in\?return=%2Fdashboard%2F/;
/** User agent of these browsers. Events record it, so they can be separated from the events of journeys that
 *  run in parallel. */
const USER_AGENT = `${devices["Desktop Chrome"].userAgent} Authorization/1.0`;
const demo = () => environment().demo as unknown as Demo;
const inTenant = (template: Template) => template.startsWith("/dashboard/[tenant]");
const addressOf = (template: Template) =>
  real.get(template) ?? anyAddress(template, demo().tenant_id);

/** Real addresses of each page, found by the owner or the operator by following links. */
let real: Map<Template, string>;
let owner: Page;
let operator: Page;
let viewer: Page;
let running: Administrator;
let foreign: Page;
let signedOutPage: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  const { tenant_id: tenant, administrator, beside } = demo();
  await oneOfEachInstallation();
  const user = await manage<{ id: string }>("POST", "/users", { email: longestAddress("user") });
  const as = { baseURL: environment().baseUrl, userAgent: USER_AGENT };
  const open = async () => (await browser.newContext(as)).newPage();
  [owner, viewer, foreign, signedOutPage] = [
    await open(),
    await open(),
    await open(),
    await open(),
  ];
  operator = await open();
  await signInDashboard(owner, administrator);
  await signInDashboard(
    viewer,
    anAdministrator({ tenant, role: "viewer", email: longestAddress("viewer") }),
  );
  await signInDashboard(foreign, anAdministrator({ tenant: beside.tenant_id, role: "owner" }));
  const base = `/dashboard/${tenant}/production`;
  const starts = guardedTemplates()
    .filter((template) => /^\/dashboard\/\[tenant\]\/\[environment\]\/[a-z-]+$/.test(template))
    .map((template) => `${base}/${template.split("/").at(-1)}`);
  running = anAdministrator({ role: "operator" });
  await signInDashboard(operator, running);
  real = new Map([
    ...(await crawl(owner, [`${base}/users/${user.id}`, ...starts, "/dashboard/factor"])),
    ...(await crawl(operator, ["/dashboard/operator"])),
  ]);
});

test("the owner and the operator reach every page of theirs by following links", () => {
  const unreached = guardedTemplates().filter((template) => !real.has(template));
  expect(unreached).toEqual([]);
});

test("a signed-out browser is led to the sign-in from every page", async () => {
  for (const template of guardedTemplates()) {
    const response = await signedOutPage.request.get(addressOf(template), { maxRedirects: 0 });
    expect(response.status(), template).toBe(307);
    expect(response.headers().location, template).toMatch(SIGN_IN);
  }
});

test("another tenant's owner finds no page of this one, nor the operator's", async () => {
  for (const template of guardedTemplates().filter((one) => !isOwn(one))) {
    const response = await foreign.request.get(addressOf(template), { maxRedirects: 0 });
    expect(response.status(), template).toBe(404);
  }
});

test("a viewer sees pages without a form that changes anything, and none that only changes", async () => {
  for (const template of guardedTemplates().filter((one) => !isOwn(one))) {
    const response = await viewer.request.get(addressOf(template), { maxRedirects: 0 });
    expect([200, 404], template).toContain(response.status());
    if (response.status() === 404) continue;
    const forms = [...(await response.text()).matchAll(/<form[^>]*>/g)].map(String);
    const posts = forms.filter((form) => /method="post"/i.test(form));
    // Signing out is the only one.
    expect(posts.length, `${template}: ${posts}`).toBeLessThanOrEqual(1);
  }
});

test("no action does anything for a signed-out browser, another tenant's owner or a viewer", async () => {
  const actions = guardedActions();
  expect(actions.length).toBeGreaterThan(5);
  const before = await auditEvents();
  for (const action of actions) {
    const signedOut = await call(signedOutPage, action);
    // The target of an action is in a header; scripts follow it.
    expect(signedOut.headers()["x-action-redirect"], action.name).toMatch(SIGN_IN);
    expect((await call(foreign, action)).status(), action.name).toBe(404);
    expect((await call(viewer, action)).status(), action.name).toBe(404);
  }
  expect(await auditEvents()).toBe(before);
});

test("no action does anything when another site sends it in the owner's name", async () => {
  const before = await auditEvents();
  for (const action of guardedActions()) {
    const response = await call(owner, action, "https://evil.example");
    expect(response.status(), action.name).toBeGreaterThanOrEqual(400);
  }
  expect(await auditEvents()).toBe(before);
});

test("every action admits its own administrator, and no action of a tenant admits an operator", async () => {
  await renewProof(demo().administrator);
  await renewProof(running);
  for (const action of guardedActions()) {
    const response = await call(inTenant(action.template) ? owner : operator, action);
    expect(response.status(), action.name).toBe(200);
    expect(response.headers()["x-action-redirect"], action.name).toBeUndefined();
    if (inTenant(action.template))
      expect((await call(operator, action)).status(), action.name).toBe(404);
  }
});

/** An administrator's own profile requires only a session. */
function isOwn(template: Template): boolean {
  return ["/dashboard/factor", "/dashboard/profile"].includes(template);
}

/** Calls an action as its form does in a browser (React's encoding), with only the place filled in. */
function call(page: Page, { id, template }: Action, origin = environment().baseUrl) {
  // The arguments come last: the parts that they refer to must precede them.
  const multipart = new FormData();
  multipart.append("_1_tenant", demo().tenant_id);
  multipart.append("_1_environment", "production");
  multipart.append("0", '[{},"$K1"]');
  return page.request.post(addressOf(template), {
    maxRedirects: 0,
    headers: { "next-action": id, accept: "text/x-component", origin },
    multipart,
  });
}

/** Counts the events of any tenant that these browsers caused; at least their sign-ins. */
async function auditEvents(): Promise<number> {
  const [counted] = await ownerRows<{ count: number }>(
    "SELECT count(*)::int AS count FROM audit_events WHERE context->>'user_agent' = $1",
    [USER_AGENT],
  );
  expect(counted?.count).toBeGreaterThan(0);
  return counted?.count ?? -1;
}

import type { Page } from "@playwright/test";
import { anAdministrator, signInDashboard } from "./support/administrator";
import { environment } from "./support/environment";
import { lookFurther } from "./support/further-looks";
import { manage } from "./support/manage";
import { ownerQuery, ownerRows } from "./support/owner-query";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const log = () => `/dashboard/${demo().tenant_id}/production/audit`;

test.describe.configure({ mode: "serial", timeout: 240_000 });

let page: Page;
/** An event of this journey, which nobody else needs. */
let eventId: string;
/** A checkpoint that somebody kept. */
let kept: string;

test.beforeAll(async ({ browser }) => {
  const owner = anAdministrator({ tenant: String(demo().tenant_id), role: "owner" });
  page = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  await signInDashboard(page, owner);
  const user = await manage<{ id: string }>("POST", "/users", { email: "logged@proof.example" });
  const [event] = await ownerRows<{ id: string }>(
    `SELECT id FROM audit_events WHERE kind = 'user.created' AND targets @> $1`,
    [JSON.stringify([{ id: user.id }])],
  );
  eventId = event?.id ?? "";
  await expect
    .poll(() => ownerQuery("SELECT FROM audit_log_entries WHERE event_id = $1", [eventId]))
    .toBe(1);
});

const steps = () => page.getByRole("list", { name: "Steps of the verification" });
const verdict = () => page.getByRole("main").getByRole("status").last();
const verify = async (button: string) => {
  await page.getByRole("button", { name: button }).click();
};

/** Changes rows as the owner of the database, who can switch off what guards them. */
async function tamper(table: string, change: string, values: unknown[] = []): Promise<void> {
  await ownerQuery(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  expect(await ownerQuery(change, values)).toBe(1);
  await ownerQuery(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

test("the trail says how far it is signed, and leads to the proof", async () => {
  await page.goto(log());
  await expect(page.getByText(/Logged and signed up to event [\d,]+, /)).toBeVisible();
  await page.getByRole("link", { name: "Proof and verification" }).click();
  await expect(page.getByRole("heading", { name: "Proof of the audit log" })).toBeVisible();
  kept = await page.getByRole("textbox", { name: "The whole checkpoint" }).inputValue();
  expect(kept).toContain(`/audit-log/${demo().tenant_id}\n`);
  await expect(page.getByText("No witness co-signs this log.")).toBeVisible();
  await expectSound(page, "audit-proof", dashboard);
  await lookFurther(page, "audit-proof");
});

test("a browser verifies an event from what the page shows up to the signed root", async () => {
  await page.goto(`${log()}/${eventId}`);
  await expect(page.getByText(/Event [\d,]+ of [\d,]+ \(index \d+\)/)).toBeVisible();
  await verify("Verify this event");
  await expect(verdict()).toHaveText("Verified. The event is in the log as it is shown here.");
  await expect(steps()).toContainText("Right: As it was logged: actor.");
  await expect(steps()).toContainText("lead to the signed root");
  await expect(steps().getByText(/^(Wrong|Not known):/)).toHaveCount(0);
  await expectSound(page, "audit-event-verified", dashboard);
  await lookFurther(page, "audit-event-verified");
});

test("by the keyboard, with a checkpoint that somebody kept, which the log begins with", async () => {
  await page.goto(`${log()}/${eventId}`);
  await page.getByText("Key, and a checkpoint that you kept").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("A checkpoint that you kept").fill(kept);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(verdict()).toContainText("Verified.");
  await expect(steps()).toContainText(/The log begins with the [\d,]+ events of your checkpoint/);
  const [origin, size] = kept.split("\n");
  const other = `${origin}\n${size}\n${"A".repeat(43)}=\n`;
  await page.getByLabel("A checkpoint that you kept").fill(other);
  await verify("Verify again");
  await expect(verdict()).toContainText("Something is wrong.");
  await expect(steps()).toContainText("the past was rewritten");
});

test("a browser verifies the whole log, and can be stopped", async () => {
  await page.goto(`${log()}/proof`);
  await verify("Verify the whole log");
  await expect(verdict()).toContainText("Verified. The log is whole");
  await expect(steps()).toContainText(/All [\d,]+ hashes together lead to the signed root/);
  await expectSound(page, "audit-proof-verified", dashboard);
  let asked = 0;
  await page.route("**/audit/log/events/*", async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue().catch(() => {});
  });
  await verify("Verify again");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(verdict()).toHaveText("Stopped. Nothing was wrong so far.");
  expect(asked).toBeLessThanOrEqual(2);
  await page.unroute("**/audit/log/events/*");
});

test("an event that the owner of the database changed is named, by its page and by the whole log", async () => {
  await tamper(
    "audit_events",
    `UPDATE audit_events SET occurred_at = occurred_at - interval '1 day' WHERE id = $1`,
    [eventId],
  );
  await page.goto(`${log()}/${eventId}`);
  await verify("Verify this event");
  await expect(verdict()).toContainText("Something is wrong.");
  await expect(steps()).toContainText(
    "Wrong: Changed after it was logged: kind, time and origin.",
  );
  await expectSound(page, "audit-event-changed", dashboard);
  await page.goto(`${log()}/proof`);
  await verify("Verify the whole log");
  await expect(verdict()).toContainText("Something is wrong.");
  const named = steps().getByRole("link", { name: /changed after it was logged: kind, time/ });
  await expect(named).toHaveAttribute("href", `${log()}/${eventId}`);
  await expectSound(page, "audit-proof-changed", dashboard);
  await tamper(
    "audit_events",
    `UPDATE audit_events SET occurred_at = occurred_at + interval '1 day' WHERE id = $1`,
    [eventId],
  );
  await verify("Verify again");
  await expect(verdict()).toContainText("Verified.");
});

test("so is a hash that was changed, and once the service sees it, pages say that the log is refused", async () => {
  // The first whole tile, or the hashes of a log that has none yet.
  const change = (away: boolean) =>
    ownerQuery(
      `WITH tile AS (UPDATE audit_log_tiles SET hashes = overlay(hashes PLACING $2 FROM 1) WHERE level = 0 AND number = 0
         AND tenant_id = (SELECT id FROM tenants WHERE public_id = $1) RETURNING 1)
       SELECT * FROM tile`,
      [demo().tenant_id, Buffer.alloc(32, away ? 1 : 0)],
    );
  void change;
});

test("a browser without scripts is told what to run instead", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: environment().baseUrl,
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  });
  const plain = await context.newPage();
  await plain.goto(`${log()}/${eventId}`);
  await expect(plain.getByText("Verifying here needs JavaScript.")).toBeVisible();
  await expect(plain.getByText("npm run atrium -- audit verify")).toBeVisible();
  await expect(plain.getByRole("button", { name: "Verify this event" })).toHaveCount(0);
  await plain.goto(`${log()}/proof`);
  await expect(plain.getByRole("textbox", { name: "The whole checkpoint" })).toHaveValue(/./);
  if (process.env.ATRIUM_SCREENSHOTS)
    await plain.screenshot({ path: "test-results/looks/audit-proof-no-script.png", fullPage: true });
  await context.close();
});

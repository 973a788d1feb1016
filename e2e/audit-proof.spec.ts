import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { pageOf } from "./support/administrator";
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
/** An event that belongs to this journey alone. */
let eventId: string;
/** A checkpoint that an auditor saved. */
let savedCheckpoint: string;

test.beforeAll(async ({ browser }) => {
  ({ page } = await pageOf(browser, "owner"));
  eventId = (await loggedEvent()).id;
});

const steps = () => page.getByRole("list", { name: "Steps of the verification" });
const verdict = () => page.getByRole("main").getByRole("status").last();
const verify = async (button: string) => {
  await page.getByRole("button", { name: button }).click();
};

/** Changes a row as the owner of the database, who can switch off its guards. All of it is one
 *  transaction. */
const tamper = (table: string, change: string) =>
  ownerQuery(`ALTER TABLE ${table} DISABLE TRIGGER USER; ${change};
    ALTER TABLE ${table} ENABLE TRIGGER USER`);

const moveEvent = (by: string) =>
  tamper(
    "audit_events",
    `UPDATE audit_events SET occurred_at = occurred_at + interval '${by}' WHERE id = '${eventId}'`,
  );

/** Returns the event of a user who was just created, once it is in the log. */
async function loggedEvent(): Promise<{ id: string; position: number }> {
  const { id } = await createdEvent();
  const found = () =>
    ownerRows<{ id: string; position: number }>(
      "SELECT event_id AS id, position::int FROM audit_log_entries WHERE event_id = $1",
      [id],
    );
  await expect.poll(async () => (await found()).length).toBe(1);
  return (await found())[0] as { id: string; position: number };
}

async function createdEvent(): Promise<{ id: string }> {
  const email = `${randomUUID()}@proof.example`;
  const user = await manage<{ id: string }>("POST", "/users", { email });
  const [event] = await ownerRows<{ id: string }>(
    `SELECT id FROM audit_events WHERE kind = 'user.created' AND targets @> $1`,
    [JSON.stringify([{ id: user.id }])],
  );
  return event as { id: string };
}

test("the trail shows how far it is signed, and links to the proof", async () => {
  await page.goto(log());
  await expect(page.getByText(/Logged and signed up to event [\d,]+, /)).toBeVisible();
  await page.getByRole("link", { name: "Proof and verification" }).click();
  await expect(page.getByRole("heading", { name: "Proof of the audit log" })).toBeVisible();
  savedCheckpoint = await page.getByRole("textbox", { name: "The whole checkpoint" }).inputValue();
  expect(savedCheckpoint).toContain(`/audit-log/${demo().tenant_id}\n`);
  await expect(page.getByText("No witness co-signs this log.")).toBeVisible();
  await expectSound(page, "audit-proof", dashboard);
  await lookFurther(page, "audit-proof");
});

test("the log and each event in it show what a witness has seen", async () => {
  const name = "witness.example/atrium";
  const { position } = await loggedEvent();
  await ownerQuery(
    `INSERT INTO audit_witness_notes (tenant_id, witness, size, checkpoint, cosignature, cosigned_at)
     SELECT tenant_id, $2 || '+00000000+AA==', $3, checkpoint, '-', now() FROM audit_logs
     WHERE tenant_id = (SELECT id FROM tenants WHERE public_id = $1)`,
    [demo().tenant_id, name, position],
  );
  try {
    await page.goto(log());
    const sentence = `Verified up to event ${position.toLocaleString("en")} by ${name}, `;
    await expect(page.getByText(sentence)).toBeVisible();
    await page.goto(`${log()}/proof`);
    await expect(page.getByRole("table", { name: "Witnesses" })).toContainText(name);
    await expectSound(page, "audit-proof-witnessed", dashboard);
    await page.goto(`${log()}/${eventId}`);
    await expect(page.getByRole("definition").filter({ hasText: name })).toBeVisible();
    // The witness has not seen the newest one.
    const [newest] = await ownerRows<{ id: string }>(
      "SELECT event_id AS id FROM audit_log_entries WHERE position = $1 AND tenant_id = (SELECT id FROM tenants WHERE public_id = $2)",
      [position, demo().tenant_id],
    );
    await page.goto(`${log()}/${newest?.id}`);
    await expect(page.getByText("No witness", { exact: true })).toBeVisible();
  } finally {
    await ownerQuery("DELETE FROM audit_witness_notes WHERE witness LIKE $1", [`${name}+%`]);
  }
});

test("an administrator names the auditor who gets the checkpoint, and removes them", async () => {
  const address = `auditor-${randomUUID()}@audit.example`;
  const due = () =>
    ownerRows<{ sent: boolean }>(
      "SELECT sent_on IS NOT NULL AS sent FROM audit_auditors WHERE address = $1",
      [address],
    );
  await page.goto(`${log()}/proof`);
  await page.getByLabel("Language of the messages").selectOption("de");
  await page.getByLabel("Email address of the auditor").fill(address);
  await page.getByRole("button", { name: "Send the checkpoint each day" }).click();
  await expect(page.getByText(`${address} gets the checkpoint each day.`)).toBeVisible();
  expect(await due()).toEqual([{ sent: false }]);
  await expectSound(page, "audit-proof-auditor", dashboard);
  await lookFurther(page, "audit-proof-auditor");
  await page.getByText("End the daily message").first().click();
  await page.getByLabel(/^Type/).fill(address);
  await page.getByRole("button", { name: "End the daily message" }).click();
  await expect(page.getByText("The checkpoint is no longer sent by email.")).toBeVisible();
  expect(await due()).toEqual([]);
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

test("by the keyboard, with a saved checkpoint, which the log begins with", async () => {
  await page.goto(`${log()}/${eventId}`);
  await page.getByText("Key and saved checkpoint").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Your saved checkpoint").fill(savedCheckpoint);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(verdict()).toContainText("Verified.");
  await expect(steps()).toContainText(/The log begins with the [\d,]+ events of your checkpoint/);
  const [origin, size] = savedCheckpoint.split("\n");
  const other = `${origin}\n${size}\n${"A".repeat(43)}=\n`;
  await page.getByLabel("Your saved checkpoint").fill(other);
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
  let requestCount = 0;
  await page.route("**/audit/log/events/*", async (route) => {
    requestCount += 1;
    // Long enough to press Stop before it is answered.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue().catch(() => {});
  });
  await verify("Verify again");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(verdict()).toHaveText("Stopped. Nothing was wrong so far.");
  expect(requestCount).toBeLessThanOrEqual(2);
  await page.unroute("**/audit/log/events/*");
});

test("an event that the owner of the database changed is named, by its page and by the whole log", async () => {
  await moveEvent("-1 day");
  await page.goto(`${log()}/${eventId}`);
  await verify("Verify this event");
  await expect(verdict()).toContainText("Something is wrong.");
  await expect(steps()).toContainText("Wrong: Changed after it was logged: kind, time and origin.");
  await expectSound(page, "audit-event-changed", dashboard);
  await page.goto(`${log()}/proof`);
  await verify("Verify the whole log");
  await expect(verdict()).toContainText("Something is wrong.");
  const named = steps().getByRole("link", { name: /changed after it was logged: kind, time/ });
  await expect(named).toHaveAttribute("href", `${log()}/${eventId}`);
  await expectSound(page, "audit-proof-changed", dashboard);
  await moveEvent("1 day");
  await verify("Verify again");
  await expect(verdict()).toContainText("Verified.");
});

test("a changed hash is named too, and once the service sees it, its pages show that the log is refused", async () => {
  let event = await loggedEvent();
  // A hash that completes a tile is in the tile.
  while ((event.position + 1) % 256 === 0) event = await loggedEvent();
  const [tenant] = await ownerRows<{ id: string }>("SELECT id FROM tenants WHERE public_id = $1", [
    demo().tenant_id,
  ]);
  const place = [tenant?.id, event.position];
  const where = "WHERE tenant_id = $1 AND level = 0 AND position = $2";
  const [stored] = await ownerRows<{ hash: Buffer }>(
    `SELECT hash FROM audit_log_hashes ${where}`,
    place,
  );
  await ownerQuery(`UPDATE audit_log_hashes SET hash = sha256(hash) ${where}`, place);
  try {
    await page.goto(`${log()}/${event.id}`);
    await verify("Verify this event");
    await expect(verdict()).toContainText("Something is wrong.");
    await expect(steps()).toContainText("is not the hash of the entry");
    const next = await createdEvent();
    const refused = "SELECT FROM audit_logs WHERE tenant_id = $1 AND refused_at IS NOT NULL";
    await expect.poll(() => ownerQuery(refused, [tenant?.id])).toBe(1);
    await page.goto(log());
    await expect(page.getByText("The log doesn’t match its last signed checkpoint.")).toBeVisible();
    await page.getByRole("link", { name: "Proof and verification" }).click();
    await expect(page.getByText("compare it with a saved checkpoint")).toBeVisible();
    await verify("Verify the whole log");
    await expect(steps()).toContainText("do not lead to the signed root");
    await expectSound(page, "audit-proof-refused", dashboard);
    await page.goto(`${log()}/${next.id}`);
    await expect(page.getByText("No log has this event, and nothing is added")).toBeVisible();
  } finally {
    await ownerQuery(`UPDATE audit_log_hashes SET hash = $3 ${where}`, [...place, stored?.hash]);
    await ownerQuery("UPDATE audit_logs SET refused_at = NULL WHERE tenant_id = $1", [tenant?.id]);
  }
});

test("a browser without scripts sees what to run instead", async ({ browser, baseURL }) => {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${log()}/${eventId}`);
  const instead = plain.locator("noscript");
  await expect(instead.locator("p")).toBeVisible();
  await expect(instead.locator("pre")).toBeVisible();
  expect(await instead.locator("pre").innerText()).toBe("npm run atrium -- audit verify");
  await expect(plain.getByRole("button", { name: "Verify this event" })).toHaveCount(0);
  const picture = (name: string) =>
    process.env.ATRIUM_SCREENSHOTS &&
    plain.screenshot({ path: `test-results/looks/${name}-no-script.png`, fullPage: true });
  await picture("audit-event");
  await plain.goto(`${log()}/proof`);
  await expect(plain.getByRole("textbox", { name: "The whole checkpoint" })).toHaveValue(/./);
  await picture("audit-proof");
  await context.close();
});

test("the page reports what a browser can't do or reach, and claims nothing else", async ({
  browser,
  baseURL,
}) => {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL, storageState });
  const old = await context.newPage();
  const verdictOf = (one: Page) => one.getByRole("main").getByRole("status").last();
  // A browser older than Ed25519 in WebCrypto.
  await old.addInitScript(() => {
    const { subtle } = window.crypto;
    subtle.importKey = () => Promise.reject(new DOMException("", "NotSupportedError"));
  });
  await old.goto(`${log()}/${eventId}`);
  await old.getByRole("button", { name: "Verify this event" }).click();
  await expect(verdictOf(old)).toHaveText("Nothing is wrong, but not everything could be checked.");
  await expect(old.getByText("This browser knows no Ed25519")).toBeVisible();
  // As over plain HTTP.
  const plain = await context.newPage();
  await plain.addInitScript(() =>
    Object.defineProperty(window.crypto, "subtle", { value: undefined }),
  );
  await plain.goto(`${log()}/proof`);
  await expect(plain.getByText("the page did not come over HTTPS")).toBeVisible();
  await expect(plain.getByRole("button", { name: "Verify the whole log" })).toHaveCount(0);
  await context.clearCookies();
  await old.getByRole("button", { name: "Verify again" }).click();
  await expect(old.getByText("You are signed out.")).toBeVisible();
  await expect(verdictOf(old)).toHaveText("Nothing is wrong, but not everything could be checked.");
  await context.close();
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { atrium, machineToken } from "./support/command-line";
import { environment } from "./support/environment";
import { expect, test } from "./support/test";

// An ordinary reader of the trail, against the service and its worker.

/** Number of kills of the reader: once a second for a minute. */
const KILLS = 60;

test("a reader that is killed every second for a minute has every event once, in order, and gets each within moments", async () => {
  test.setTimeout(240_000);
  const tenant = String(atrium("tenant", "create", "Followed").id);
  const file = join(mkdtempSync(join(tmpdir(), "atrium-follow-")), "events.ndjson");
  const { baseUrl } = environment();
  const env = {
    ...process.env,
    ...{ BASE_URL: baseUrl, FILE: file },
    TOKEN: await machineToken(tenant, { scopes: readingScopes }),
  };
  const product = await machineToken(tenant, {
    purpose: "product_runtime",
    scopes: ["audit:write"],
  });
  const sent: string[] = [];
  const send = async () => {
    const event_id = crypto.randomUUID();
    const response = await fetch(`${baseUrl}/api/v1/audit`, {
      method: "POST",
      headers: { authorization: `Bearer ${product}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ event_id, action: "invoice.approved", actor: { type: "user", id: "7" } },
        occurred_at: new Date().toISOString(),
      }),
    });
    expect(response.status).toBe(201);
    sent.push(event_id);
  };
  let isOver = false;
  const sending = (async () => {
    for (; !isOver; await sleep(90)) await send();
  })();
  const reader = () =>
    spawn(process.execPath, ["e2e/support/follow-reader.mjs"], { env, stdio: "inherit" });
  for (let killed = 0; killed < KILLS; killed += 1) {
    const child = reader();
    // Longer than a start takes, so that it dies at any moment of its reading.
    await sleep(1_000);
    child.kill("SIGKILL");
    await once(child, "close");
  }
  isOver = true;
  await sending;
  const lines = () => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
  const receivedEvents = () =>
    lines()
      .map((line) => JSON.parse(line) as { kind: string; event_id: string; sequence: number })
      .filter(({ kind }) => kind === "invoice.approved");
  const child = reader();
  await expect.poll(() => receivedEvents().length, { timeout: 30_000 }).toBe(sent.length);
  expect(receivedEvents().map(({ event_id }) => event_id)).toEqual(sent);
  const sequences = receivedEvents().map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  // The reader does not poll each second: the answer waits for an event.
  const began = performance.now();
  await send();
  await expect
    .poll(() => receivedEvents().length, { intervals: [20], timeout: 10_000 })
    .toBe(sent.length);
  console.log(`seen after ${Math.round(performance.now() - began)} ms`);
  child.kill("SIGKILL");
  await once(child, "close");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atrium } from "./support/command-line";
import { environment } from "./support/environment";
import { expect, test } from "./support/test";

// A reader of the trail that nobody here pampers, against the service and its worker.

const scopes = [
  "users:read",
  "roles:read",
  "packages:read",
  "entitlements:read",
  "workspaces:read",
];

/** How often the reader is killed: once a second for a minute. */
const KILLS = 60;

let place: string[];

async function token(purpose: string, ...wanted: string[]): Promise<string> {
  const kind = ["--name", "reader", "--purpose", purpose, "--scopes", wanted.join(",")];
  const { client_id, client_secret } = atrium("credential", "create", ...place, ...kind);
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: String(client_id),
    client_secret: String(client_secret),
  });
  const response = await fetch(`${environment().baseUrl}/oauth/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}

test("a reader that is killed every second for a minute has every event once, in order, and hears of each within moments", async () => {
  test.setTimeout(240_000);
  place = [
    "--tenant",
    String(atrium("tenant", "create", "Followed").id),
    "--environment",
    "production",
  ];
  const file = join(mkdtempSync(join(tmpdir(), "atrium-follow-")), "events.ndjson");
  const { baseUrl } = environment();
  const env = {
    ...process.env,
    ...{ BASE_URL: baseUrl, TOKEN: await token("management_automation", ...scopes), FILE: file },
  };
  const product = await token("product_runtime", "audit:write");
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
    await sleep(1_000);
    child.kill("SIGKILL");
    await once(child, "close");
  }
  isOver = true;
  await sending;
  const lines = () => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
  const told = () =>
    lines()
      .map((line) => JSON.parse(line) as { kind: string; event_id: string; sequence: number })
      .filter(({ kind }) => kind === "invoice.approved");
  const child = reader();
  await expect.poll(() => told().length, { timeout: 30_000 }).toBe(sent.length);
  expect(told().map(({ event_id }) => event_id)).toEqual(sent);
  const sequences = told().map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  // Nobody asks each second: the answer waits for what happens.
  const began = performance.now();
  await send();
  await expect.poll(() => told().length, { intervals: [20], timeout: 10_000 }).toBe(sent.length);
  console.log(`seen after ${Math.round(performance.now() - began)} ms`);
  child.kill("SIGKILL");
  await once(child, "close");
});

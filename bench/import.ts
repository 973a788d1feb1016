// npm run bench -- import [BENCH_USERS]: the time of an import from the first byte to the last user, the
// memory of the service meanwhile, and the cost for users who sign in at the same time. The users have bcrypt
// hashes and a membership.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { WORKER } from "@/host/built-files.mjs";
import { startSupervised } from "@/tools/processes/supervised";
import { memory, treeOf } from "./support/memory";
import { startService } from "./support/running-service";
import { table } from "./support/table";

const USERS = Number(process.env.BENCH_USERS ?? 1_000_000);
/** Logins a second, at a fixed rate: over a hundred thousand an hour. A rate that fills both cores would
 *  measure how two processes share them, and no slower login. */
const LOGINS_A_SECOND = 30;
const PEACE_MS = 15_000;
const LOOK_MS = 500;
/** Time until a started process has loaded everything. */
const STARTED_MS = 5_000;

/** MiB of a process before, and at most. */
interface Held {
  first: number;
  most: number;
}

/** One import of `BENCH_USERS` beside logins. */
export async function run(): Promise<string> {
  const service = await startService();
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aMachineToken } = await import("@/tests/builders/a-machine-token");
  const { anOrganization } = await import("@/tests/builders/an-organization");
  const { aRole } = await import("@/tests/builders/a-role");
  const { inBatch } = await import("@/lib/kernel/db/batch");
  const { findImport } = await import("@/lib/features/migration/import/user-import-store");
  try {
    const tenant = await aTenant({ name: "Importing" });
    const { slug } = await anOrganization(tenant);
    const { id: role } = await aRole(tenant);
    const token = await aMachineToken(tenant, ["users:read", "users:write"]);
    const url = `${service.baseUrl}/api/v1/management/user-imports`;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" };
    const login = {
      url: `${service.baseUrl}/api/v1/auth/login/preflight`,
      headers: {
        "content-type": "application/json",
        "x-tenant-id": tenant.publicId,
        authorization: `Bearer ${tenant.tenantSecret}`,
      },
    };
    await loginsFor(login, sleep(PEACE_MS / 3));
    const before = await loginsFor(login, sleep(PEACE_MS));
    const began = performance.now();
    const body = Readable.toWeb(Readable.from(lines(slug, role))) as ReadableStream;
    const sending = fetch(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    const { result: sent, held: receiving } = await heldDuring(service.pid, sending);
    if (sent.status !== 202) throw new Error(`${sent.status}: ${await sent.text()}`);
    const { id } = (await sent.json()) as { id: string };
    const uploadSeconds = (performance.now() - began) / 1000;
    const worker = startSupervised([process.execPath, WORKER], {
      endsBy: "TERM",
      env: { ...service.env },
      stdio: ["pipe", "ignore", "inherit"],
    });
    const applying = performance.now();
    const ended = (async () => {
      for (;;) {
        const found = await inBatch(tenant, (db) => findImport(db, id));
        if (found?.finishedAt) return found;
        await sleep(LOOK_MS);
      }
    })();
    const watched = heldDuring(worker.child.pid ?? 0, ended);
    const during = await loginsFor(login, ended);
    const applySeconds = (performance.now() - applying) / 1000;
    const { result: imported, held } = await watched;
    await worker.stop();
    if (imported.created !== USERS) throw new Error(`created ${imported.created} of ${USERS}`);
    const memoryRow = (name: string, { first, most }: Held) => [
      `MiB of memory, ${name}: before, and at most`,
      `${first.toFixed(0)} / ${most.toFixed(0)}`,
    ];
    return table(
      [`${USERS} users`, ""],
      [
        ["s of upload", uploadSeconds.toFixed(0)],
        ["s until applied", applySeconds.toFixed(0)],
        ["users a second", (USERS / applySeconds).toFixed(0)],
        memoryRow("receiving", receiving),
        memoryRow("applying", held),
        ["logins before", before],
        ["logins during", during],
      ],
    );
  } finally {
    await service.stop();
  }
}

/** Measures the memory of a process and its children during `work`. Of the first seconds, while it starts,
 *  only the last sample counts. */
async function heldDuring<T>(pid: number, work: Promise<T>): Promise<{ result: T; held: Held }> {
  const now = () => {
    let sum = 0;
    try {
      for (const one of treeOf(pid)) sum += memory(one).rss || 0;
    } catch {
      // A process ended between two looks.
    }
    return sum;
  };
  let first = now();
  let most = first;
  const began = performance.now();
  const watch = setInterval(() => {
    const holds = now();
    if (performance.now() - began < STARTED_MS) first = holds;
    most = Math.max(most, holds);
  }, LOOK_MS);
  const result = await work.finally(() => clearInterval(watch));
  return { result, held: { first, most } };
}

async function* lines(organization: string, role: string): AsyncGenerator<string> {
  const salt = (number: number) =>
    createHash("sha256").update(String(number)).digest("base64url").replace(/[-_]/g, "x");
  for (let from = 0; from < USERS; from += 500) {
    let piece = "";
    for (let number = from; number < Math.min(from + 500, USERS); number += 1)
      piece += `${JSON.stringify({
        email: `user${number}@import.example`,
        external_id: `u-${number}`,
        display_name: `User ${number}`,
        email_verified: true,
        password_hash: `$2b$10$${(salt(number) + salt(number + 1)).slice(0, 53)}`,
        memberships: [{ organization, role }],
      })}\n`;
    yield piece;
  }
}

/** Sends logins that fail, at a fixed rate, until `work` is over. Returns their rate and times. */
async function loginsFor(
  { url, headers }: { url: string; headers: Record<string, string> },
  until: Promise<unknown>,
): Promise<string> {
  let over = false;
  const ended = until.finally(() => {
    over = true;
  });
  const took: number[] = [];
  const under: Promise<void>[] = [];
  const one = async (account: number) => {
    const body = JSON.stringify({ email: `nobody-${account}@example.com`, password: "not it" });
    const sent = performance.now();
    const response = await fetch(url, { method: "POST", headers, body });
    await response.arrayBuffer();
    if (response.status !== 401) throw new Error(`A login was answered ${response.status}`);
    took.push(performance.now() - sent);
  };
  const began = performance.now();
  // By the clock: a slow login delays no later one.
  while (!over) {
    under.push(one(under.length));
    await sleep(Math.max(0, began + (under.length * 1000) / LOGINS_A_SECOND - performance.now()));
  }
  await Promise.all([ended, ...under]);
  const seconds = (performance.now() - began) / 1000;
  took.sort((one, other) => one - other);
  const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(0);
  const mean = took.reduce((sum, one) => sum + one, 0) / took.length;
  const aSecond = (took.length / seconds).toFixed(1);
  return `${aSecond} a second, mean ${mean.toFixed(1)} ms, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

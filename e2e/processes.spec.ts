import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { HOST } from "@/host/built-files.mjs";
import { END_TIMEOUT_MS } from "@/host/patience";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { readSlowly, sendSlowly, waitForNothing } from "@/tests/support/lasting-requests";
import { freePort } from "@/tools/postgres/free-port";
import { atrium, machineToken } from "./support/command-line";
import { environment } from "./support/environment";
import { type HostProcess, startHost } from "./support/host-process";
import { ownerQuery } from "./support/owner-query";
import { expect, test } from "./support/test";
import { exchange } from "./support/wire";

test.skip(process.platform !== "linux", "reads /proc to see the processes");
test.setTimeout(60_000);

const running: HostProcess[] = [];
const start = async (extra?: Record<string, string>, how?: { wait: boolean }) => {
  const host = await startHost(environment(), extra, how);
  running.push(host);
  return host;
};
test.afterEach(async () => {
  await Promise.all(running.splice(0).map((host) => host.stop()));
});

/** Without keep-alive: a process waits for open connections. */
const status = async (url: string) =>
  (await fetch(url, { headers: { connection: "close" } })).status;

/** Returns the outcome of a request on a keep-alive connection: a status, or the error.
 *  @param framing whether to add the connection's state: `200 keep-alive` or `200 close` */
function requestOnKeepAlive(url: string, agent: Agent, { framing = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent }, (response) => {
      const { statusCode, headers } = response;
      const seen = framing ? `${statusCode} ${headers.connection}` : String(statusCode);
      response.resume().once("end", () => resolve(seen));
    });
    outgoing.once("error", (error) => resolve(String(error)));
    outgoing.end();
  });
}

/** A request that is being answered until `finish` sends its last byte. */
async function liveRequest(baseUrl: string) {
  const headers = { "content-type": "application/json", "content-length": "2" };
  const outgoing = request(`${baseUrl}/api/v1/auth/login/preflight`, { method: "POST", headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    outgoing.once("response", (response) => resolve(response.resume().statusCode));
    outgoing.once("error", reject);
  });
  outgoing.write("{");
  // No answer shows that the service has started to read.
  await sleep(200);
  return { answered, finish: () => outgoing.end("}") };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A server that exits by itself, and its output. */
async function hostThatEnds(env: Record<string, string>): Promise<{ code: number; words: string }> {
  const child = spawn(process.execPath, [HOST], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => {
    words += chunk;
  });
  const [code] = await once(child, "close");
  return { code, words };
}

test("a web process that dies is replaced, and the other answers meanwhile", async () => {
  const host = await start();
  const before = host.web();
  expect(before).toHaveLength(2);
  process.kill(before[0] ?? 0, "SIGKILL");
  await expect.poll(() => host.web().length, { timeout: 500 }).toBe(1);
  expect(await status(`${host.baseUrl}/healthz`)).toBe(200);
  await expect.poll(() => host.web().length, { timeout: 10_000 }).toBe(2);
  expect(host.web()).not.toContain(before[0]);
});

test("a rolling restart exchanges every process and turns no request away", async () => {
  const host = await start();
  const before = host.web();
  const seen = new Set<string>();
  let asking = true;
  const asker = (async () => {
    while (asking) seen.add((await exchange(host.baseUrl, { path: "/readyz" })).status);
  })();
  process.kill(host.pid, "SIGHUP");
  const exchanged = () => host.web().filter((pid) => !before.includes(pid)).length;
  await expect.poll(() => [exchanged(), host.web().length], { timeout: 20_000 }).toEqual([2, 2]);
  asking = false;
  await asker;
  expect([...seen]).toEqual(["200 OK"]);
});

test("a rolling restart costs clients that keep their connections not one request", async () => {
  const host = await start();
  const before = host.web();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const seen = new Map<string, number>();
  let asking = true;
  const client = async () => {
    while (asking) {
      const outcome = await requestOnKeepAlive(`${host.baseUrl}/readyz`, agent);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: 8 }, client);
  process.kill(host.pid, "SIGHUP");
  const exchanged = () => host.web().filter((pid) => !before.includes(pid)).length;
  await expect.poll(() => [exchanged(), host.web().length], { timeout: 20_000 }).toEqual([2, 2]);
  asking = false;
  await Promise.all(clients);
  agent.destroy();
  expect([...seen.keys()]).toEqual(["200"]);
});

/** More than the buffers between two processes hold. */
const MANY_USERS = 25_000;

test("a rolling restart cuts off neither a slow list nor a slow upload, and answers requests that wait for events", async () => {
  const tenant = String(atrium("tenant", "create", "Slow").id);
  await ownerQuery(
    `INSERT INTO users (tenant_id, environment_id, email, email_key, display_name)
     SELECT e.tenant_id, e.id, address, address, repeat('n', 200)
     FROM environments e JOIN tenants t ON t.id = e.tenant_id, generate_series(1, $2::int) n,
       LATERAL (SELECT n || '@example.com' AS address) one
     WHERE t.public_id = $1 AND e.key = 'production'`,
    [tenant, MANY_USERS],
  );
  const token = await machineToken(tenant, { scopes: ["users:write", ...readingScopes] });
  const host = await start();
  const before = host.web();
  const target = { baseUrl: host.baseUrl, token, deadlineMs: 50_000 };
  // Longer than the deadline of a process that must end; one of each for each process.
  const ms = END_TIMEOUT_MS + 3_000;
  const both = <T>(ask: () => T) => [ask(), ask()];
  const lists = both(() => readSlowly(target, ms));
  const uploads = both(() => sendSlowly(target, ms));
  const waiting = Array.from({ length: 4 }, () => waitForNothing(target, 45));
  // Every request has to be under way, and there is no sign of that.
  await sleep(500);
  process.kill(host.pid, "SIGHUP");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["0 events"]));
  expect(await Promise.all(lists)).toEqual(both(() => `${MANY_USERS} users`));
  expect(await Promise.all(uploads)).toEqual(["202", "202"]);
  await expect.poll(() => host.web().filter((pid) => before.includes(pid))).toEqual([]);
});

test("four restarts in a row leave as many processes as there were", async () => {
  const host = await start({}, { wait: false });
  for (let restart = 0; restart < 4; restart++) {
    process.kill(host.pid, "SIGHUP");
    await sleep(100);
  }
  await host.ready();
  const before = host.web();
  for (let restart = 0; restart < 4; restart++) process.kill(host.pid, "SIGHUP");
  const old = () => host.web().filter((pid) => before.includes(pid)).length;
  await expect.poll(old, { timeout: 30_000 }).toBe(0);
  // Processes that are still being replaced end.
  const settled = async () => {
    const seen = host.web().join();
    // Longer than a process takes to start.
    await sleep(2_500);
    return [host.web().length, host.web().join() === seen];
  };
  await expect.poll(settled, { timeout: 40_000 }).toEqual([2, true]);
  expect(await status(`${host.baseUrl}/readyz`)).toBe(200);
});

test("keep-alive clients get a close before the service ends, and none is cut off", async () => {
  const host = await start();
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const seen: string[] = [];
    // With pauses, so that connections are idle at times.
    for (; !seen.at(-1)?.endsWith("close"); await sleep(number * 20)) {
      seen.push(await requestOnKeepAlive(`${host.baseUrl}/healthz`, agent, { framing: true }));
      if (!seen.at(-1)?.startsWith("200")) break;
    }
    agent.destroy();
    return seen.at(-1);
  };
  const clients = Array.from({ length: 12 }, (_, number) => client(number));
  // The clients must be in the middle of their requests.
  await sleep(300);
  process.kill(host.pid, "SIGTERM");
  expect(new Set(await Promise.all(clients))).toEqual(new Set(["200 close"]));
  expect(await host.ended).toBe(0);
});

test("a supervisor that is killed takes its processes along, and what they answer is answered first", async () => {
  const host = await start();
  const web = host.web();
  const live = await liveRequest(host.baseUrl);
  process.kill(host.pid, "SIGKILL");
  // Nothing must happen for a while.
  const waiting = sleep(300).then(() => "is being answered");
  expect(await Promise.race([live.answered, waiting])).toBe("is being answered");
  live.finish();
  expect(await live.answered).toBe(401);
  // The shell's exit code for signal 9.
  expect(await host.ended).toBe(137);
  await expect.poll(() => web.filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

test("while the only process starts again, the server says that it is alive and not ready", async () => {
  const host = await start({ ATRIUM_PROCESSES: "1" });
  process.kill(host.web()[0] ?? 0, "SIGKILL");
  await expect.poll(host.web, { timeout: 2_000 }).toEqual([]);
  const waiting = await fetch(`${host.baseUrl}/readyz`);
  expect(waiting.status).toBe(503);
  expect(waiting.headers.get("retry-after")).toBe("1");
  expect(waiting.headers.get("content-type")).toBe("application/problem+json");
  expect(await status(`${host.baseUrl}/healthz`)).toBe(200);
  await expect.poll(() => status(`${host.baseUrl}/readyz`), { timeout: 15_000 }).toBe(200);
});

test("metrics are those of all processes together, on a port of their own", async () => {
  const port = await freePort();
  const host = await start({ ATRIUM_METRICS_PORT: String(port) });
  const REQUEST_COUNT = 40;
  // A connection each, so that both processes answer some.
  for (let requestIndex = 0; requestIndex < REQUEST_COUNT; requestIndex++)
    await exchange(host.baseUrl, { path: "/api/v1/management/roles/none" });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line =
    /^atrium_http_requests_total\{route="\/api\/v1\/management\/roles\/\[id\]",method="GET",status="\d+",process="web"\} (\d+)$/m;
  expect(Number(line.exec(text)?.[1])).toBe(REQUEST_COUNT);
  expect(text).toMatch(/^atrium_database_connections\{state="busy",process="web"\} \d+$/m);
  expect(await status(`http://127.0.0.1:${port}/`)).toBe(404);
  expect(await status(`${host.baseUrl}/metrics`)).toBe(404);
});

test("a process that is to end says so first, finishes what it answers, and is gone", async () => {
  const host = await start({ ATRIUM_PROCESSES: "1", ATRIUM_DRAIN_SECONDS: "2" });
  const live = await liveRequest(host.baseUrl);
  process.kill(host.pid, "SIGTERM");
  await expect.poll(() => status(`${host.baseUrl}/readyz`), { timeout: 1_000 }).toBe(503);
  expect(await status(`${host.baseUrl}/healthz`)).toBe(200);
  // The two seconds of draining, and a little.
  await sleep(2_300);
  await expect(fetch(`${host.baseUrl}/healthz`)).rejects.toThrow();
  live.finish();
  expect(await live.answered).toBe(401);
  expect(await host.ended).toBe(0);
});

/** The priorities (nice) of a process's threads, by their names. */
function prioritiesOf(pid: number): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").trim();
    found.set(name, (found.get(name) ?? new Set()).add(getPriority(Number(thread))));
  }
  return found;
}

test("the threads that hash passwords give way to those that answer", async () => {
  const [web = 0] = (await start({ ATRIUM_PROCESSES: "1" })).web();
  const priorities = prioritiesOf(web);
  const own = getPriority();
  expect(priorities.get("MainThread")).toEqual(new Set([own]));
  // Lower, and still high enough beside a busy PostgreSQL.
  expect(priorities.get("libuv-worker")).toEqual(new Set([own + 1]));
});

test("clients that go away in the middle of an answer end no process", async () => {
  const host = await start();
  const before = host.web();
  const { demo } = environment();
  const body = `grant_type=client_credentials&client_id=${demo.client_id}&client_secret=${demo.client_secret}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (let delay = 0; delay < 40; delay++) {
    const outgoing = request(`${host.baseUrl}/oauth/token`, { method: "POST", headers });
    outgoing.on("error", () => {});
    outgoing.end(body);
    setTimeout(() => outgoing.destroy(), delay);
  }
  // A process that crashed would have been replaced by then.
  await sleep(1_500);
  expect(host.web()).toEqual(before);
});

test("a server of the API planes has no pages, and one of the pages no API", async () => {
  const [api, pages] = [await start(), await start({ ATRIUM_SERVE: "pages" })];
  const known = "/api/v1/auth/me";
  expect(await status(`${api.baseUrl}${known}`)).toBe(401);
  expect(await status(`${api.baseUrl}/login`)).toBe(404);
  const refused = await fetch(`${pages.baseUrl}${known}`);
  expect(refused.status).toBe(404);
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  expect(await status(`${pages.baseUrl}/healthz`)).toBe(200);
  expect((await fetch(`${pages.baseUrl}/login`)).headers.get("content-type")).toContain(
    "text/html",
  );
});

test("a server that would take more connections than PostgreSQL allows does not start, and says so", async () => {
  const { databaseUrl, masterKey } = environment();
  const ended = await hostThatEnds({
    ...{ DATABASE_URL: databaseUrl, ATRIUM_MASTER_KEY: masterKey, ATRIUM_MODE: "local" },
    ...{ ATRIUM_PROCESSES: "2", ATRIUM_DATABASE_POOL: "200", PORT: String(await freePort()) },
  });
  expect(ended.code).toBe(1);
  expect(ended.words).toMatch(
    /take up to \d+ connections to PostgreSQL, which allows \d+ \(max_connections\)/,
  );
  expect(ended.words).not.toContain("    at ");
});

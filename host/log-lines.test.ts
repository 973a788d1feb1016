import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { freePort } from "@/tools/postgres/free-port";

/** Configuration of a production, besides the database and the key of this test. */
const production = {
  ATRIUM_MODE: "production",
  ATRIUM_BASE_URL: "https://id.example",
  ATRIUM_SMTP_URL: "smtp://mailer:correct-horse@127.0.0.1:9",
  ATRIUM_LOG_LEVEL: "info",
};

interface Logging {
  child: ChildProcess;
  text: () => string;
}

/** Starts a process of a production and collects its standard output and error. */
function startLogging(file: string, env: Record<string, string> = {}): Logging {
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, ...production, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
  return { child, text: () => text };
}

/** Parses each line: one that is not JSON fails the test. */
function linesOf({ text }: Logging): Record<string, unknown>[] {
  return text()
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Error(`This line is no JSON: ${line}`);
      }
    });
}

/** Sends a request with a proxy's header, on a connection that is not reused. */
function ask(port: number, path: string, headers: Record<string, string> = {}, body?: object) {
  return new Promise<void>((resolve, reject) => {
    const sent = { connection: "close", "content-type": "application/json", ...headers };
    const outgoing = request({
      port,
      path,
      host: "127.0.0.1",
      headers: sent,
      method: body ? "POST" : "GET",
    });
    outgoing.once("error", reject);
    outgoing.once("response", (response) => response.resume().once("end", resolve));
    outgoing.end(body && JSON.stringify(body));
  });
}

function signIn(port: number, acme: TestEnvironment, requestId: string, email: string) {
  const headers = {
    authorization: `Bearer ${acme.tenantSecret}`,
    "x-tenant-id": acme.publicId,
    "x-request-id": requestId,
    "x-forwarded-for": "203.0.113.9",
  };
  return ask(port, "/api/v1/auth/login/preflight", headers, {
    email,
    password: "wrong-words-481516",
  });
}

test("every line of a production is JSON, with the request's id and without a secret; each request has its line", async () => {
  const acme = await aTenant();
  const { email } = await aUser(acme);
  const logging = startLogging("tests/support/logging-server.ts", {
    ATRIUM_ACCESS_LOG: "on",
    ATRIUM_TRUSTED_PROXIES: "127.0.0.1",
  });
  const [port] = (await once(logging.child, "message")) as [number];
  await ask(port, "/broken", { "x-request-id": "broken-request-1" });
  await signIn(port, acme, "sign-in-request-1", email);
  await ask(port, "/healthz?token=secret-of-a-query");
  await ask(port, "/no/such/path", { "x-request-id": "not well formed" });
  const gone = once(logging.child, "exit");
  await ask(port, "/fatal").catch(() => {});
  expect(await gone).toEqual([1, null]);
  const lines = linesOf(logging);
  const about = (words: string) => lines.filter((line) => String(line.msg).includes(words));
  for (const words of [
    "a package failed",
    "✓ ready in 12 ms",
    "oidc-provider WARNING",
    "a request failed",
  ])
    expect(about(words), words).toMatchObject([{ requestId: "broken-request-1" }]);
  expect(about("a package failed")).toMatchObject([{ err: { type: "Error" } }]);
  expect(about("a feature is experimental")).toMatchObject([
    { warning: "ExperimentalWarning", level: 40 },
  ]);
  expect(about("nobody caught")).toMatchObject([{ level: 60, err: { type: "Error" } }]);
  const requests = lines.filter((line) => line.log === "access");
  expect(requests.slice(0, 4)).toMatchObject([
    { requestId: "broken-request-1", route: "/broken", status: 500, tenantId: null },
    {
      requestId: "sign-in-request-1",
      method: "POST",
      route: "/api/v1/auth/login/preflight",
      path: "/api/v1/auth/login/preflight",
      status: 401,
      clientAddress: "203.0.113.9",
      tenantId: acme.tenantId,
    },
    { route: "/healthz", path: "/healthz", clientAddress: "127.0.0.1" },
    {
      route: "pages",
      path: "/no/such/path",
      status: 404,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    },
  ]);
  for (const { bytes, durationMs } of requests) {
    expect(bytes).toBeGreaterThan(50);
    expect(durationMs).toBeGreaterThan(0);
  }
  for (const secret of [
    acme.tenantSecret,
    "hunter2",
    "481516",
    "secret-of-a-query",
    "0123456789abcdefghij",
    email,
  ])
    expect(logging.text()).not.toContain(secret);
}, 60_000);

test("a client's input to next-auth is logged as one JSON line of limited length", async () => {
  const logging = startLogging("tests/support/logging-server.ts");
  const [port] = (await once(logging.child, "message")) as [number];
  await ask(port, "/sign-in");
  logging.child.kill("SIGTERM");
  await once(logging.child, "close");
  const logged = linesOf(logging).filter(({ msg }) => /^next-auth/.test(String(msg)));
  expect(logged.map(({ msg }) => msg)).toEqual([
    "next-auth failed",
    "next-auth failed",
    "next-auth warns",
  ]);
  const long = logging.text().split("\n");
  expect(long.filter((line) => line.length > 1_000)).toEqual([]);
}, 60_000);

test("an unreachable database is logged with its error, and the access log is off by default", async () => {
  const acme = await aTenant();
  const away = new URL(process.env.DATABASE_URL ?? "");
  away.port = String(await freePort());
  away.password = "hunter2";
  const logging = startLogging("tests/support/logging-server.ts", { DATABASE_URL: away.href });
  const [port] = (await once(logging.child, "message")) as [number];
  await signIn(port, acme, "sign-in-request-2", "ada@example.com");
  logging.child.kill("SIGKILL");
  await once(logging.child, "close");
  const lines = linesOf(logging);
  const failed = lines.filter((line) => line.msg === "the database failed a request");
  expect(failed).toMatchObject([
    { requestId: "sign-in-request-2", err: { errorCode: "ECONNREFUSED" } },
  ]);
  expect(lines.filter((line) => line.log === "access")).toEqual([]);
  expect(logging.text()).not.toMatch(/hunter2|ada@example/);
}, 60_000);

test("the worker's lines are JSON too, while mail fails and when it can't start", async () => {
  const acme = await aTenant();
  const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
  await inTransaction(acme, (db) => queueMail(db, { to: "ada@example.com", ...code }));
  const worker = startLogging("host/worker.ts");
  await expect.poll(worker.text, { timeout: 40_000 }).toContain("job failed");
  worker.child.kill("SIGTERM");
  await once(worker.child, "close");
  const lines = linesOf(worker);
  expect(lines.map(({ msg }) => msg)).toContain("worker started");
  expect(lines.find(({ msg }) => msg === "job failed")).toMatchObject({ queue: "mail.deliver" });
  expect(worker.text()).not.toMatch(/481516|ada@example|correct-horse/);
  const wrong = startLogging("host/worker.ts", {
    ATRIUM_SMTP_URL: "",
    ATRIUM_MASTER_KEY: "short",
  });
  expect(await once(wrong.child, "close")).toEqual([1, null]);
  expect(linesOf(wrong).map(({ level }) => level)).toContain(60);
  expect(wrong.text()).toContain("ATRIUM_SMTP_URL is missing");
}, 90_000);

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { aPassword } from "@/e2e/support/a-password";
import { signInDashboard } from "@/e2e/support/administrator";
import { choosePassword } from "@/e2e/support/choose-password";
import { atrium } from "@/e2e/support/command-line";
import { environment } from "@/e2e/support/environment";
import { ownerQuery, ownerRows } from "@/e2e/support/owner-query";
import { announced, problemsOf, sendUnread } from "@/tests/support/unread-bodies";
import { aWire, pathOf } from "@/tests/support/wire";
import { routeFiles } from "@/tools/build/route-files.mjs";
import { form } from "../../harness/ask-behind";
import { NAME } from "../../harness/certificates";
import { ask, machineToken, speakHttp2, through } from "./ask";
import { openBrowser } from "./browser";
import { caddy, nginx, type ReverseProxy } from "./proxy";
import { stage } from "./stage";
import { aBreakingServer, kill, startUpstream, type Upstream } from "./upstreams";

for (const proxy of [nginx, caddy])
  test.describe(`behind ${proxy.name}`, () => {
    test.skip(!proxy.program, `${proxy.name} is not here`);
    behind(proxy);
  });

function behind(proxy: ReverseProxy): void {
  let servers: [Upstream, Upstream];
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    test.setTimeout(90_000);
    servers = [await startUpstream(), await startUpstream()];
    stop = await proxy.start(servers.map(({ port }) => port));
  });
  test.afterAll(async () => {
    await stop?.();
    for (const { host } of servers ?? []) await host.stop();
  });

  test("the first operator signs in over TLS, by the link of the command line and a code from an email", async () => {
    const { baseUrl } = environment();
    const email = `operator-${randomUUID().slice(0, 6)}@atrium.test`;
    const password = aPassword();
    const { link } = atrium("operator", "invite", email, "--no-mail");
    expect(String(link)).toContain(`https://${NAME}:`);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ baseURL: baseUrl });
      await choosePassword(page, String(link), password);
      await signInDashboard(page, { email, password });
      await page.getByRole("link", { name: "Go to tenants" }).click();
      await expect(page.getByRole("heading", { name: "Tenants", exact: true })).toBeVisible();
      const cookies = await page.context().cookies();
      const secrets = cookies.filter(({ httpOnly }) => httpOnly);
      expect(secrets.length).toBeGreaterThan(0);
      expect(secrets.filter(({ secure }) => !secure)).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test("HTTP/2 is spoken, and plain HTTP leads to HTTPS", async () => {
    const session = await speakHttp2();
    const stream = session.request({
      ":authority": `${NAME}:${stage().port}`,
      ":path": "/.well-known/security.txt",
    });
    const [headers] = await new Promise<[Record<string, unknown>]>((resolve) =>
      stream.once("response", (found) => resolve([found])),
    );
    expect(headers[":status"]).toBe(200);
    session.destroy();
    const { plainPort, port } = stage();
    const location = await new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: plainPort, path: "/login?state=a%2Fb" };
      const sent = plainRequest({ ...options, headers: { host: NAME } }, (answer) =>
        resolve([answer.resume().statusCode, answer.headers.location]),
      );
      sent.once("error", reject).end();
    });
    expect(
      [301, 308].map((status) => [status, `https://${NAME}:${port}/login?state=a%2Fb`]),
    ).toContainEqual(location);
  });

  test("metrics are not there, and a body that is too long for any form goes no further", async () => {
    for (const path of ["/metrics", "/metrics/", "/metrics?x=1"])
      expect((await ask(path)).status, path).toBe(404);
    const before = await served(servers);
    const long = { method: "POST", body: "x".repeat(600 * 1024) };
    const answer = await ask("/api/v1/auth/login/preflight", long).catch(() => null);
    expect([413, undefined]).toContain(answer?.status);
    // More than Atrium accepts, and less than the proxy's limit: the answer is Atrium's own.
    const refused = await ask("/api/v1/auth/login/preflight", {
      ...long,
      body: "x".repeat(70_000),
    });
    expect(refused.headers["content-type"]).toBe("application/problem+json");
    expect((await served(servers)) - before).toBeLessThanOrEqual(proxy.name === "nginx" ? 1 : 2);
  });

  test("an import of users is as long as Atrium lets it be", async () => {
    const lines = { method: "POST", body: "x".repeat(600 * 1024) };
    const refused = await ask("/api/v1/management/user-imports", lines);
    expect([refused.status, refused.headers["content-type"]]).toEqual([
      401,
      "application/problem+json",
    ]);
  });

  test("a body that a route refuses unread takes no answer from the next request, and is answered as without the proxy", async () => {
    test.setTimeout(180_000);
    const { port, authority } = stage();
    const host = `${NAME}:${port}`;
    const rest = `Content-Type: application/json\r\n${announced}`;
    const lines = [...routeFiles(process.cwd()).map(pathOf), "/nothing", "/dashboard"].map(
      (path) => `POST ${path}`,
    );
    expect(lines.length).toBeGreaterThan(150);
    const tls = { servername: NAME, ca: authority };
    const through = await sendUnread({ open: () => aWire(port, tls), host }, lines, rest);
    // Further requests, which the proxy sends on the connections of the earlier ones.
    const others = Array.from({ length: 32 }, () => ask("/.well-known/openid-configuration"));
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expect(problemsOf(through)).toEqual([]);
    // Longer than what a proxy reads before it forwards.
    const long = `Content-Length: 1500000\r\n\r\n${"x".repeat(1_500_000)}`;
    const imports = Array.from({ length: 12 }, (_, at) => `POST ${IMPORT}?none=${at}`);
    const place = { open: () => aWire(port, tls), host };
    expect(problemsOf(await sendUnread(place, imports, long))).toEqual([]);
    const [{ port: behindIt }] = servers;
    const forwarded = `X-Forwarded-Proto: https\r\nX-Forwarded-Host: ${host}\r\n${rest}`;
    const direct = await sendUnread({ open: () => aWire(behindIt), host }, lines, forwarded);
    expect(problemsOf(direct)).toEqual([]);
    expect(statuses(through)).toEqual(statuses(direct));
    const failed = Object.entries(statuses(direct)).filter(([, status]) => status >= 500);
    expect(failed).toEqual([]);
  });

  test("the audit log has the client's own address, whatever the client's headers claim", async () => {
    const headers = {
      "x-forwarded-for": "203.0.113.7, 127.0.0.1",
      forwarded: "for=203.0.113.8",
      "x-real-ip": "203.0.113.9",
      "user-agent": `journey ${proxy.name}`,
    };
    await machineToken({ headers, from: "127.0.0.77" });
    const rows = await ownerRows<{ address: string }>(
      `SELECT context->>'ip_address' AS address FROM audit_events
       WHERE kind = 'credential.token_issued' AND context->>'user_agent' = $1`,
      [headers["user-agent"]],
    );
    expect(rows).toEqual([{ address: "127.0.0.77" }]);
  });

  test("a list is streamed: a client that stops reading stops the service, not the proxy", async () => {
    test.setTimeout(120_000);
    await manyUsers();
    const authorization = `Bearer ${await machineToken()}`;
    const path = "/api/v1/management/users";
    const headers = { authorization, host: `${NAME}:${stage().port}` };
    const sent = request({ ...through(), path, headers, agent: false });
    const list = await new Promise<import("node:http").IncomingMessage>((resolve, reject) =>
      sent.once("response", resolve).once("error", reject).end(),
    );
    expect(list.statusCode).toBe(200);
    const chunk: Buffer = await new Promise((resolve) => list.once("data", resolve));
    list.pause();
    expect(chunk.toString("utf8", 0, 10)).toBe('{"users":[');
    // Longer than the service takes for all of it with a reading client.
    await sleep(5_000);
    for (let look = 0; look < 5; look++) {
      expect(await readersOfUsers()).toBeGreaterThan(0);
      await sleep(200);
    }
    let bytes = chunk.length;
    let last = chunk;
    for await (const more of list) {
      bytes += more.length;
      last = more;
    }
    expect(bytes).toBeGreaterThan(30_000_000);
    expect(last.toString().slice(-2)).toBe("]}");
    await expect.poll(readersOfUsers).toBe(0);
  });

  test("both servers are replaced one after the other, and no request fails", async () => {
    test.setTimeout(120_000);
    let over = false;
    const failed: unknown[] = [];
    let answered = 0;
    const keepAsking = async (one: () => Promise<unknown>) => {
      while (!over) {
        await one().then(
          () => answered++,
          (error: unknown) => failed.push(String(error)),
        );
        await sleep(50);
      }
    };
    const discover = async () => {
      const { status, body } = await ask("/.well-known/openid-configuration");
      if (status !== 200) throw new Error(`${status} ${body}`);
    };
    const asking = [discover, () => machineToken(), discover].map(keepAsking);
    for (const { host } of servers) {
      const before = host.web();
      process.kill(host.pid, "SIGHUP");
      const exchanged = () => host.web().filter((pid) => before.includes(pid)).length === 0;
      await expect.poll(exchanged, { timeout: 40_000 }).toBe(true);
    }
    over = true;
    await Promise.all(asking);
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  test("a server dies and another answers; all die and every client gets Retry-After", async () => {
    test.setTimeout(120_000);
    const [first, second] = servers;
    await kill(first);
    for (let attempt = 0; attempt < 10; attempt++) await machineToken();
    await kill(second);
    const program = await ask("/oauth/token", form({ grant_type: "client_credentials" }));
    expect([program.status, program.headers["retry-after"]]).toEqual([503, "5"]);
    expect(program.headers["content-type"]).toBe("application/problem+json");
    expect(JSON.parse(program.body)).toMatchObject({
      status: 503,
      error: "temporarily_unavailable",
    });
    const person = await ask("/login");
    expect([person.status, person.headers["retry-after"]]).toEqual([503, "5"]);
    expect(person.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(person.body).toContain("Try again in a few seconds");
    expect(person.body + JSON.stringify(person.headers)).not.toMatch(/nginx\/|caddy|127\.0\.0\.1/i);
    servers[0] = await startUpstream(first);
    await expect
      .poll(() => machineToken().then(Boolean, () => false), { timeout: 10_000 })
      .toBe(true);
    servers[1] = await startUpstream(second);
  });

  test("the log has no query, no token and no cookie", async () => {
    const secret = `alk_${randomUUID()}`;
    const headers = { authorization: `Bearer ${secret}`, cookie: `session=${secret}` };
    await ask(`/invitation?token=${secret}`, { headers: { ...headers, referer: `/?${secret}` } });
    // A proxy writes its log after its answer.
    await sleep(200);
    const folder = `${stage().folder}/${proxy.name.toLowerCase()}`;
    const name = proxy.name === "nginx" ? "atrium.access.log" : "access.log";
    const log = readFileSync(`${folder}/${name}`, "utf8");
    expect(log).toContain("/invitation");
    expect(log).not.toContain(secret);
  });

  test("a POST that a server has seen is not sent again, and a GET at most once for each server", async () => {
    await stop();
    const broken = [await aBreakingServer(), await aBreakingServer()];
    stop = await proxy.start(broken.map(({ port }) => port));
    const seen = () => broken.flatMap(({ methods: asked }) => asked.splice(0));
    seen();
    const answer = await ask("/oauth/token", form({ grant_type: "client_credentials" }));
    expect(answer.status).toBe(503);
    expect(seen()).toEqual(["POST"]);
    // The proxy skips a server for a second after it failed.
    await sleep(1_500);
    expect((await ask("/login")).status).toBe(503);
    const gets = seen();
    expect(new Set(gets)).toEqual(new Set(["GET"]));
    expect(gets.length).toBeLessThanOrEqual(4);
    for (const { server } of broken) server.close();
  });

  test("another name gets no certificate", async () => {
    const { port } = stage();
    const refused = await new Promise((resolve) => {
      const options = { ...through(), servername: "other.example", path: "/healthz", agent: false };
      request({ ...options, rejectUnauthorized: false }, () => resolve(false))
        .once("error", () => resolve(true))
        .end();
    });
    expect(refused).toBe(true);
    // A client without TLS learns nothing either.
    const words = await new Promise<string>((resolve) => {
      let heard = "";
      const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.0\r\n\r\n"));
      socket.on("data", (data) => (heard += data)).once("close", () => resolve(heard));
    });
    expect(words).toContain(" 400 ");
  });
}

const IMPORT = "/api/v1/management/user-imports";

const statuses = (came: Awaited<ReturnType<typeof sendUnread>>) =>
  Object.fromEntries([...came].map(([line, { status }]) => [line, status]));

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** Counts the transactions that are reading users at this moment. A listing is one for as long as it is
 *  sent. */
async function readersOfUsers(): Promise<number> {
  const [row] = await ownerRows<{ readers: number }>(
    `SELECT count(DISTINCT pid)::int AS readers FROM pg_locks
     WHERE relation = 'users'::regclass AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return row?.readers ?? 0;
}

/** Counts the requests of the first stage of a login that the servers have answered. */
async function served(servers: Upstream[]): Promise<number> {
  const texts = await Promise.all(
    servers.map(async ({ metricsPort }) =>
      (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    ),
  );
  const lines = texts.join("\n").match(/^atrium_http_requests_total\{[^}]*preflight[^}]*\} .*$/gm);
  return sum((lines ?? []).map((line) => Number(line.split(" ").at(-1))));
}

/** Makes so many users in the demo tenant that a list of them fits in no buffer between the service and its
 *  client. */
async function manyUsers(): Promise<void> {
  await ownerQuery(
    `INSERT INTO users (tenant_id, environment_id, email, email_key, display_name)
     SELECT u.tenant_id, u.environment_id, e, e, repeat('x', 200)
     FROM users u, generate_series(1, 80000) n, LATERAL (SELECT 'user' || n || '@many.test' AS e) made
     WHERE u.id = $1 ON CONFLICT DO NOTHING`,
    [environment().demo.user_id],
  );
}

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as preflight from "@/app/api/v1/auth/login/preflight/route";
import * as healthz from "@/app/healthz/route";
import type { RouteModule } from "@/host/route-table";
import { hostServer } from "@/host/server";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { config } from "@/lib/kernel/config/config";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { runWorker } from "@/lib/kernel/jobs/run-worker";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { finishTracing, inRootSpan } from "@/lib/kernel/process/spans";
import { startTracing } from "@/lib/kernel/process/start-tracing";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { idleHandlers } from "@/tests/support/idle-handlers";
import {
  aSpanCollector,
  type CollectedSpan,
  type SpanCollector,
} from "@/tests/support/span-collector";
import { aTlsHost } from "@/tests/support/tls-host";

// A real server and a real collector, with OpenTelemetry's own exporter between them.
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

let collector: SpanCollector;
let server: Server;
let url: string;
let acme: TestEnvironment;
let email: string;

beforeAll(async () => {
  collector = await aSpanCollector();
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    OTEL_BSP_MAX_QUEUE_SIZE: "200",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "50",
  });
  config().trustedProxies = ["127.0.0.1"];
  await startTracing("web");
  const routes = { "/api/v1/auth/login/preflight": preflight, "/healthz": healthz };
  const entries = Object.entries(routes).map(([pattern, module]) => ({
    pattern,
    module: module as unknown as RouteModule,
  }));
  server = hostServer(entries, "api", null);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  acme = await aTenant();
  ({ email } = await aUser(acme));
});
beforeEach(() => {
  collector.spans.length = 0;
});
afterAll(async () => {
  server.close();
  await collector.stop();
});

function signIn(headers: Record<string, string>, password = A_PASSWORD): Promise<Response> {
  return fetch(`${url}/api/v1/auth/login/preflight`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${acme.tenantSecret}`,
      "x-tenant-id": acme.publicId,
      "x-end-user-ip": "203.0.113.77",
      "content-type": "application/json",
      connection: "close",
      ...headers,
    },
    body: JSON.stringify({ email, password }),
  });
}

async function collected(name: string): Promise<CollectedSpan> {
  const find = () => collector.spans.find((span) => span.name === name);
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return find() as CollectedSpan;
}

test("a request continues the caller's trace: route, endpoint, sign-in, statements, and the job that it queues", async () => {
  const worker = await runWorker(idleHandlers({ "mail.deliver": (data) => deliverMail(data) }));
  const path = "/api/v1/auth/login/preflight";
  await signIn({ traceparent }).then((response) => response.text());
  const route = await collected(`POST ${path}`);
  const [endpoint, stage] = [await collected("loginPreflight"), await collected("signIn")];
  const job = await collected("job mail.deliver");
  const mail = await collected("sendMail");
  await worker.stop();
  expect(route).toMatchObject({ traceId, parentId: "00f067aa0ba902b7", failed: false });
  expect(route.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": path,
    "http.response.status_code": 200,
    "atrium.tenant": acme.tenantId,
  });
  expect(endpoint.parentId).toBe(route.spanId);
  expect(stage).toMatchObject({
    parentId: endpoint.spanId,
    attributes: {
      "atrium.plane": "direct",
      "atrium.factor": "password",
      "atrium.outcome": "challenged",
    },
  });
  expect([job.traceId, mail.traceId, mail.parentId]).toEqual([traceId, traceId, job.spanId]);
  const statements = collector.spans.filter((span) => "db.system.name" in span.attributes);
  expect(statements.filter((span) => span.parentId === stage.spanId).length).toBeGreaterThan(1);
  for (const { attributes } of statements)
    expect(attributes["db.response.returned_rows"]).toBeTypeOf("number");
  // No personal data, no secret, and nothing of a query.
  for (const secret of [email, A_PASSWORD, acme.tenantSecret, "203.0.113.77", "127.0.0.1"])
    expect(collector.raw()).not.toContain(secret);
}, 60_000);

test("a statement that PostgreSQL refuses is recorded by its SQLSTATE, without the row", async () => {
  await inRootSpan("trying", {}, traceparent, async () => {
    await unscoped.query(read`SELECT 'ada@example.com', 1 / ${"0"}::int AS oops`).catch(() => {});
  });
  const span = await collected("SELECT");
  expect(span.failed).toBe(true);
  expect(span.attributes).toMatchObject({
    "db.response.status_code": "22012",
    "error.type": "22012",
  });
  expect(collector.raw()).not.toContain("ada@example.com");
});

test("a delivered logout passes the trace on", async () => {
  const rp = await aTlsHost();
  await inRootSpan("delivering", {}, traceparent, async () => {
    const uri = `https://rp.example.com:${rp.port}/logout`;
    expect(await postLogoutToken(uri, "t", rp.network)).toMatchObject({ statusCode: 200 });
  });
  const span = await collected("delivering");
  expect(rp.headers.at(-1)?.traceparent).toBe(`00-${traceId}-${span.spanId}-01`);
  await rp.stop();
});

test("only a trusted proxy decides what is recorded", async () => {
  config().trustedProxies = [];
  await fetch(`${url}/healthz`, { headers: { traceparent, connection: "close" } });
  config().trustedProxies = ["127.0.0.1"];
  await fetch(`${url}/healthz?token=481516`, { headers: { traceparent, connection: "close" } });
  await collected("GET /healthz");
  await finishTracing();
  expect(collector.spans).toHaveLength(1);
  expect(collector.raw()).not.toContain("481516");
});

test("an unreachable collector costs spans, and nothing else", async () => {
  const port = Number(new URL(collector.endpoint).port);
  await collector.stop();
  const startedAt = performance.now();
  for (let one = 0; one < 600; one++) {
    const headers = { traceparent, connection: "close" };
    const { status } = await fetch(`${url}/healthz`, { headers });
    expect(status).toBe(200);
  }
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  collector = await aSpanCollector(port);
  // The exporter retries a batch for up to ten seconds; then new ones arrive.
  await expect
    .poll(
      async () => {
        await fetch(`${url}/healthz`, { headers: { traceparent, connection: "close" } });
        return collector.spans.length;
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBeGreaterThan(0);
}, 90_000);

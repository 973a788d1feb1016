import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { MetricsCollector } from "@/lib/kernel/process/collect-metrics";

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** Starts a real process that has counted so many requests. */
async function counted(requests: number): Promise<ChildProcess> {
  const child = fork("tests/support/counting-process.ts", [String(requests)], {
    execArgv: ["--import", "tsx"],
  });
  running.add(child);
  await once(child, "message");
  return child;
}

function requestsOf(text: string, process: "web" | "worker"): number {
  const line = new RegExp(`^atrium_http_requests_total\\{.*process="${process}".*\\} (\\d+)$`, "m");
  return Number(line.exec(text)?.[1]);
}

const webRequestsOf = (collector: MetricsCollector) => async () =>
  requestsOf(await collector.text(), "web");

const alive = (text: string, process: "web" | "worker") =>
  Number(new RegExp(`^atrium_processes\\{process="${process}"\\} (\\d+)$`, "m").exec(text)?.[1]);

test("metrics of all processes are merged, apart from the label of their kind", async () => {
  const collector = new MetricsCollector();
  for (const requests of [2, 3]) collector.join("web", await counted(requests));
  collector.join("worker", await counted(7));
  const text = await collector.text();
  expect([requestsOf(text, "web"), requestsOf(text, "worker")]).toEqual([5, 7]);
  expect([alive(text, "web"), alive(text, "worker")]).toEqual([2, 1]);
  // The client library's metrics of any process are included.
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds\{process="worker"\} /m);
}, 60_000);

test("counts of a process that dies are retained", async () => {
  const collector = new MetricsCollector();
  const [mortal, other] = [await counted(4), await counted(1)];
  for (const child of [mortal, other]) collector.join("web", child);
  expect(requestsOf(await collector.text(), "web")).toBe(5);
  mortal.kill("SIGKILL");
  await once(mortal, "exit");
  collector.join("web", await counted(2));
  // A sum that fell would look like a restart of all, and its rest like new requests.
  await expect.poll(webRequestsOf(collector), { timeout: 20_000 }).toBe(7);
  expect(alive(await collector.text(), "web")).toBe(2);
}, 60_000);

test("counts of a process that ends before the first query are retained", async () => {
  const collector = new MetricsCollector();
  const [replaced, other] = [await counted(4), await counted(1)];
  for (const child of [replaced, other]) collector.join("web", child);
  replaced.send("end");
  await once(replaced, "exit");
  await expect.poll(webRequestsOf(collector), { timeout: 20_000 }).toBe(5);
}, 60_000);

test("a process that hangs hides no other, and its last answer is used", async () => {
  const collector = new MetricsCollector();
  const [hung, other] = [await counted(4), await counted(1)];
  for (const child of [hung, other]) collector.join("web", child);
  expect(requestsOf(await collector.text(), "web")).toBe(5);
  hung.kill("SIGSTOP");
  const startedAt = performance.now();
  const text = await collector.text();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect([requestsOf(text, "web"), alive(text, "web")]).toEqual([5, 1]);
}, 60_000);

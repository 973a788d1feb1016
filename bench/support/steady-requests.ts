// Run as a process by login-flood.ts: sends requests at a fixed rate, by the clock, without waiting for
// answers: a closed loop would measure too few slow answers. Ends after READ_SECONDS or at SIGTERM, and
// prints a Waiting as JSON.
import { Agent, request } from "node:http";
import { median } from "./load";

/** The request to send, and its rate. */
export interface Steady {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** `#` in it is replaced by the request's number. */
  body: string;
  aSecond: number;
  seconds: number;
}

/** Latencies in milliseconds, and the number of answers by status. */
export interface Waiting {
  median: number;
  p99: number;
  answers: Record<string, number>;
}

/** Both ends have loaded their code and opened connections before the count starts. */
const UNCOUNTED_SECONDS = 2;
const TICK_MS = 2;

const { url, method, headers, body, aSecond, seconds } = JSON.parse(
  process.env.STEADY ?? "{}",
) as Steady;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const waits: number[] = [];
const answers: Record<string, number> = {};
let underWay = 0;

function count(what: string, startedAt: number, counts: boolean): void {
  underWay -= 1;
  if (!counts) return;
  answers[what] = (answers[what] ?? 0) + 1;
  if (what === "200") waits.push(performance.now() - startedAt);
}

function one(number: number, counts: boolean): void {
  const startedAt = performance.now();
  underWay += 1;
  const sent = request(url, { method, headers, agent }, (response) => {
    response.resume();
    response.on("end", () => count(String(response.statusCode), startedAt, counts));
  });
  sent.on("error", () => count("error", startedAt, counts));
  sent.end(body.replace("#", String(number)));
}

const startedAt = performance.now();
let number = 0;
let isOver = false;
process.on("SIGTERM", () => {
  isOver = true;
});
while (!isOver) {
  const elapsed = (performance.now() - startedAt) / 1000;
  while (number < elapsed * aSecond) one(number++, elapsed > UNCOUNTED_SECONDS);
  isOver ||= elapsed > seconds + UNCOUNTED_SECONDS;
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
const sorted = waits.sort((a, b) => a - b);
const result: Waiting = {
  median: sorted.length > 0 ? median(sorted) : 0,
  p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  answers,
};
console.log(JSON.stringify(result));
process.exit(0);

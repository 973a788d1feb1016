import type { Agent } from "undici";
import { assertTarget, guardedAgent, RefusedTarget } from "@/lib/kernel/outbound/guarded-agent";
import { httpClient } from "@/lib/kernel/outbound/http-client";
import { network } from "@/lib/kernel/outbound/network";

/** The longest document that is read, in bytes. */
const DOCUMENT_BYTES = 256 * 1024;

/** Reads a JSON document that a tenant's target publishes: https, a public address, no redirect, a bounded
 *  answer, and no longer than the signal lets it.
 *  @throws RefusedTarget, or whatever went wrong on the way */
export function readPublishedJson(uri: string, signal: AbortSignal): Promise<unknown> {
  return exchange(uri, { method: "GET", headers: {} }, signal);
}

/** Posts a body to a tenant's target and reads the JSON document that it answers, under the same conditions.
 *  @throws RefusedTarget, or whatever went wrong on the way */
export function postForJson(
  uri: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<unknown> {
  return exchange(uri, { method: "POST", headers, body }, signal);
}

/** What is asked of a target. */
interface Question {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

async function exchange(uri: string, question: Question, signal: AbortSignal): Promise<unknown> {
  const way = network();
  const url = new URL(uri);
  assertTarget(url, way);
  const agent = await guardedAgent(way);
  // undici heeds the signal only once there is a connection.
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    return JSON.parse(await Promise.race([readText(url, question, agent, signal), aborted]));
  } finally {
    // Nor is this waited for: a connection that is still being made would hold up the answer.
    agent.destroy().catch(() => {});
  }
}

async function readText(
  url: URL,
  question: Question,
  dispatcher: Agent,
  signal: AbortSignal,
): Promise<string> {
  const headers = {
    accept: "application/json",
    "accept-encoding": "identity",
    ...question.headers,
  };
  const { request } = await httpClient();
  const { statusCode, body } = await request(url, { ...question, dispatcher, signal, headers });
  body.on("error", () => {});
  if (statusCode !== 200) throw new RefusedTarget(`it answered with status ${statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > DOCUMENT_BYTES) throw new RefusedTarget("its answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

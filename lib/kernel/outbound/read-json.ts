import type { Agent } from "undici";
import { assertTarget, guardedAgent, RefusedTarget } from "@/lib/kernel/outbound/guarded-agent";
import { httpClient } from "@/lib/kernel/outbound/http-client";
import { network } from "@/lib/kernel/outbound/network";

/** Longest document that is read, in bytes. */
const DOCUMENT_BYTES = 256 * 1024;

/** Reads a JSON document from a tenant's target: https, a public address, no redirect, a bounded response,
 *  and no longer than the signal allows.
 *  @throws RefusedTarget, or any error of the request */
export function readPublishedJson(uri: string, signal: AbortSignal): Promise<unknown> {
  return exchange(uri, { method: "GET", headers: {} }, signal);
}

/** Posts a body to a tenant's target and reads the JSON document of the response, under the same conditions.
 *  @throws RefusedTarget, or any error of the request */
export function postForJson(
  uri: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<unknown> {
  return exchange(uri, { method: "POST", headers, body }, signal);
}

/** A request to a target. */
interface TargetRequest {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

async function exchange(
  uri: string,
  question: TargetRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const way = network();
  const url = new URL(uri);
  assertTarget(url, way);
  const agent = await guardedAgent(way);
  // undici observes the signal only once there is a connection.
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    return JSON.parse(await Promise.race([readText(url, question, agent, signal), aborted]));
  } finally {
    // Not awaited: a connection that is still being made would delay the response.
    agent.destroy().catch(() => {});
  }
}

async function readText(
  url: URL,
  question: TargetRequest,
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

import { request } from "undici";
import { assertTarget, guardedAgent, RefusedTarget } from "@/lib/outbound/guarded-agent";
import { network } from "@/lib/outbound/network";

/** The longest document that is read, in bytes. */
const DOCUMENT_BYTES = 256 * 1024;

/** Reads a JSON document that a tenant's target publishes: https, a public address, no redirect, a bounded
 *  answer, and no longer than the signal lets it.
 *  @throws RefusedTarget, or whatever went wrong on the way */
export async function readPublishedJson(uri: string, signal: AbortSignal): Promise<unknown> {
  const way = network();
  const url = new URL(uri);
  assertTarget(url, way);
  const agent = guardedAgent(way);
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: { accept: "application/json", "accept-encoding": "identity" },
    });
    body.on("error", () => {});
    if (statusCode !== 200) throw new RefusedTarget(`it answered with status ${statusCode}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > DOCUMENT_BYTES) throw new RefusedTarget("its answer is too long");
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } finally {
    await agent.destroy();
  }
}

import type { Agent } from "undici";
import { TARGET_TIMEOUT_MS } from "@/lib/kernel/outbound/guarded-agent";
import { httpClient } from "@/lib/kernel/outbound/http-client";

/** Longest response that is read, in bytes. */
const ANSWER_BYTES = 64 * 1024;

/** A response. */
export interface TextAnswer {
  status: number;
  /** Media type without parameters, in lower case; empty when absent. */
  type: string;
  text: string;
}

/** Posts a text to an address that an operator configured. Such an address may be private, and without TLS,
 *  like that of the mail server. No redirect is followed.
 *  @param signal ends it before its own ten seconds are over
 *  @throws Error when there is no response in time, or one that is too long */
export async function postText(
  url: string,
  body: string,
  signal: AbortSignal,
): Promise<TextAnswer> {
  const { Agent } = await httpClient();
  const dispatcher = new Agent({ connect: { timeout: TARGET_TIMEOUT_MS / 2 } });
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TARGET_TIMEOUT_MS)]);
  // undici observes the signal only once there is a connection.
  const aborted = new Promise<never>((_, reject) => {
    if (ending.aborted) return reject(ending.reason);
    ending.addEventListener("abort", () => reject(ending.reason), { once: true });
  });
  try {
    return await Promise.race([exchange(url, body, dispatcher, ending), aborted]);
  } finally {
    dispatcher.destroy().catch(() => {});
  }
}

async function exchange(
  url: string,
  text: string,
  dispatcher: Agent,
  signal: AbortSignal,
): Promise<TextAnswer> {
  const headers = { "content-type": "text/plain; charset=utf-8", "accept-encoding": "identity" };
  const options = { method: "POST", body: text, headers, dispatcher, signal } as const;
  const { request } = await httpClient();
  const { statusCode, headers: responseHeaders, body } = await request(url, options);
  body.on("error", () => {});
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  const type = String(responseHeaders["content-type"] ?? "").split(";", 1)[0];
  return {
    status: statusCode,
    type: (type ?? "").trim().toLowerCase(),
    text: Buffer.concat(chunks).toString("utf8"),
  };
}

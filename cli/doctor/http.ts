import { request as plain } from "node:http";
import { request as secure } from "node:https";

/** Answer of an address. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body, where it is a JSON object; else empty. */
  json: Record<string, unknown>;
}

const PATIENCE_MS = 8_000;
/** Longest document that the doctor reads. */
const MOST_BYTES = 256 * 1024;

/** Sends a request to an address, with the certificate verified. Redirects are not followed.
 *  @throws the system's error when nothing answers in time */
export function requestUrl(
  url: string,
  options: { headers?: Record<string, string>; ca?: string | undefined; ms?: number } = {},
): Promise<HttpAnswer> {
  const { headers = {}, ca, ms = PATIENCE_MS } = options;
  const request = url.startsWith("https:") ? secure : plain;
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { headers, agent: false, signal: AbortSignal.timeout(ms), ...(ca ? { ca } : {}) },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) asking.destroy(new Error("the answer is too long"));
          else chunks.push(chunk);
        });
        response.once("error", reject);
        response.once("end", () => {
          const json = objectOf(Buffer.concat(chunks).toString());
          resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
        });
      },
    );
    asking.once("error", (error) =>
      reject(
        error.name === "AbortError" || error.name === "TimeoutError"
          ? Object.assign(new Error(`no answer within ${ms / 1000} seconds`), { code: "ETIMEDOUT" })
          : error,
      ),
    );
    asking.end();
  });
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";

/** An answer through a proxy of this machine. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A service behind a proxy, and the authority that its clients trust. */
export interface Behind {
  name: string;
  port: number;
  /** Its certificate. */
  authority: string;
}

/** Differences from a plain GET under the service's name. */
export interface Differing {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The loopback address that the request comes from. */
  from?: string;
  /** The name in TLS. */
  servername?: string;
}

/** Deadline of an answer. */
const ANSWER_MS = 60_000;

/** Address of the proxy for a client, and the authority that the client trusts. */
export const through = ({ name, port, authority }: Behind) => ({
  host: "127.0.0.1",
  port,
  servername: name,
  ca: authority,
});

/** Sends a request by TLS and HTTP/1.1, on a connection of its own. */
export function askBehind(
  behind: Behind,
  path: string,
  differing: Differing = {},
): Promise<Answer> {
  const { method = "GET", body, from, servername = behind.name } = differing;
  const headers = { host: `${behind.name}:${behind.port}`, ...differing.headers };
  const options = { ...through(behind), servername, path, method, headers, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, ...(from && { localAddress: from }) }, async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      } catch (error) {
        reject(error);
      }
    });
    sent.setTimeout(ANSWER_MS, () => sent.destroy(new Error("no answer")));
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Method, headers and body of a form. */
export function form(fields: Record<string, string>): Differing {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers, body: new URLSearchParams(fields).toString() };
}

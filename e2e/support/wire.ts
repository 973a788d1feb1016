import { type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request as sent on the wire: the path is not normalized. */
export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** The parts of an answer that two hosts of the same handlers must agree on. */
export type Received = {
  status: string;
  /** Sorted lines; those that belong to the connection or to the framework's own pages are left out. */
  headers: string[];
  body: string;
};

/** Headers of the connection, of the time, of the packing (bodies are compared unpacked), and (`vary`) of
 *  Next's page navigation, which no route takes part in. */
const HOSTS_OWN =
  /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|date|vary)$/;

/** Returns a body unpacked; unchanged when it is not packed.
 *  @throws Error when it can't be unpacked as its header states */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "gzip") return gunzipSync(bytes);
  return encoding === "br" ? brotliDecompressSync(bytes) : bytes;
}

/** Sends a request on a connection of its own and reads the raw answer. */
export async function exchange(baseUrl: string, sent: Sent): Promise<Received> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const { method = "GET", path, headers = {}, body } = sent;
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, resolve);
    outgoing.once("error", reject);
    outgoing.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return {
    status: `${answer.statusCode} ${answer.statusMessage}`,
    headers: Object.entries(answer.headers)
      .filter(([name]) => !HOSTS_OWN.test(name))
      .map(([name, value]) => `${name}: ${value}`)
      .sort(),
    body: unpacked(Buffer.concat(chunks), answer.headers["content-encoding"]).toString("latin1"),
  };
}

/** Replaces the parts of an answer that differ between any two answers: tokens, their ids and times. */
export function withoutChance({ status, headers, body }: Received): Received {
  const mask = (text: string) =>
    text
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<jwt>")
      // Each way of packing has a tag of its own (RFC 9110 §8.8.3.3).
      .replaceAll(/^(etag: .*)-(?:identity|gzip|br)"$/g, '$1"')
      .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replaceAll(/("(?:grant|challenge_token|session_token|token|id)":)"[^"]+"/g, '$1"<made>"');
  return { status, headers: headers.map(mask), body: mask(body) };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Wire } from "@/tests/support/wire";

/** More than any limit of a body and any socket buffer. */
export const BYTES = 400_000;

const BODY = "x".repeat(BYTES);
/** The end of a request's headers, and its body. */
export const announced = `Content-Length: ${BYTES}\r\n\r\n${BODY}`;
export const chunked = `Transfer-Encoding: chunked\r\n\r\n${BYTES.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

/** Long enough for any answer that was not lost. */
const PATIENCE_MS = 15_000;

const BOTH = /HTTP\/1\.1 \d{3} .*HTTP\/1\.1 \d{3} .*\{"status":"ok"\}/s;

/** Target of requests: how to open a connection, and the host that they name. */
export interface Place {
  open: () => Promise<Wire>;
  host: string;
}

/** Answer to a request. */
interface Came {
  /** 0 for nothing at all. */
  status: number;
  /** Description of the problem; null for two answers, and for one that ends the connection. */
  problem: string | null;
}

/** Sends requests with a body that the server does not read, each with a harmless one behind it on the same
 *  connection.
 *  @param lines method and path of each
 *  @param rest the other headers and the body
 *  @returns the answer to each, by its line */
export async function sendUnread(
  place: Place,
  lines: readonly string[],
  rest: string,
): Promise<Map<string, Came>> {
  const came = new Map<string, Came>();
  const left = [...lines];
  const one = async () => {
    for (let line = left.shift(); line !== undefined; line = left.shift())
      came.set(line, judged(await answersTo(place, line, rest)));
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return came;
}

/** Returns a sentence for each request with a problem. */
export const problemsOf = (came: ReadonlyMap<string, Came>) =>
  [...came].flatMap(([line, { problem }]) => (problem ? [`${line}: ${problem}`] : [])).sort();

async function answersTo({ open, host }: Place, line: string, rest: string): Promise<string> {
  const { socket, text, ended } = await open();
  const named = `Host: ${host}\r\n`;
  socket.write(`${line} HTTP/1.1\r\n${named}${rest}GET /healthz HTTP/1.1\r\n${named}\r\n`);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (let left = PATIENCE_MS; left > 0 && !isOver && !BOTH.test(text()); left -= 10)
    await sleep(10);
  socket.destroy();
  return text();
}

function judged(text: string): Came {
  const [first = "", ...more] = text.split(/(?=HTTP\/1\.1 \d{3} )/);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? 0),
    problem: problemOf(first, more),
  };
}

function problemOf(first: string, more: readonly string[]): string | null {
  if (!first.startsWith("HTTP/1.1 ")) return "no answer";
  if (more.some((one) => one.startsWith("HTTP/1.1 408 "))) return "a 408 after an answer";
  const closes = /^connection: close\r?$/im.test(first.split("\r\n\r\n")[0] ?? "");
  if (more.length === 0 && !closes) return "no second answer, and no word that there is none";
  if (more.length > 0 && closes) return "a second answer although the first one was the last";
  if (more.length > 0 && !more.at(-1)?.includes('{"status":"ok"}'))
    return `the next request got another answer: ${more.at(-1)?.slice(0, 200)}`;
  return null;
}

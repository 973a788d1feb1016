import { randomUUID } from "node:crypto";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { NDJSON } from "@/lib/core/contract/content";

/** Target, credential and deadline of a request. */
export interface RequestTarget {
  baseUrl: string;
  token: string;
  /** After this time, in milliseconds, a request counts as never ending. */
  deadlineMs: number;
}

/** Reads the list of users for so many milliseconds, on a connection of its own.
 *  @returns how many users came; else the status, or how it ended */
export function readSlowly(target: RequestTarget, ms: number): Promise<string> {
  const outgoing = open(target, "users");
  outgoing.end();
  return outcome(outgoing, target, async (answer) => {
    const text = await textOf(answer, ms);
    if (answer.statusCode !== 200) return String(answer.statusCode);
    return `${lengthOf(text)} users`;
  });
}

/** Waits so many seconds for an event that never happens.
 *  @returns the status and how many events came; else how it ended */
export function waitForNothing(target: RequestTarget, seconds: number): Promise<string> {
  const outgoing = open(target, `audit-events?kind=nothing.happened&wait=${seconds}`);
  outgoing.end();
  return outcome(outgoing, target, async (answer) => {
    const text = await textOf(answer);
    if (answer.statusCode !== 200) return String(answer.statusCode);
    return `${lengthOf(text)} events`;
  });
}

/** Sends an import of users for so many milliseconds, which changes nothing.
 *  @returns the status, or how it ended */
export async function sendSlowly(target: RequestTarget, ms: number): Promise<string> {
  const headers = { "content-type": NDJSON };
  const outgoing = open(target, "user-imports?dry_run=true", { method: "POST", headers });
  const answered = outcome(outgoing, target, async (answer) => {
    await textOf(answer);
    return String(answer.statusCode);
  });
  for (let piece = 0; piece < PIECES && !outgoing.destroyed; piece += 1) {
    outgoing.write(Array.from({ length: LINES_EACH }, userLine).join(""));
    await sleep(ms / PIECES);
  }
  outgoing.end();
  return answered;
}

/** Returns the length of the one list of an answer. */
const lengthOf = (text: string) => Object.values(JSON.parse(text) as object).flat().length;

/** Number of pieces of a slow request, or of the slow part of an answer. */
const PIECES = 20;

/** Enough that half of them is more than a short body, which has a deadline as a whole. */
const LINES_EACH = 100;

function userLine(): string {
  const email = `${randomUUID()}@example.com`;
  return `${JSON.stringify({ email, display_name: "n".repeat(60) })}\n`;
}

function open({ baseUrl, token }: RequestTarget, path: string, options: RequestOptions = {}) {
  const headers = { ...options.headers, authorization: `Bearer ${token}` };
  const url = `${baseUrl}/api/v1/management/${path}`;
  return request(url, { ...options, headers, agent: false });
}

async function textOf(answer: IncomingMessage, ms = 0): Promise<string> {
  let [text, pieces] = ["", 0];
  for await (const piece of answer.setEncoding("utf8")) {
    text += piece;
    pieces += 1;
    if (pieces <= PIECES) await sleep(ms / PIECES);
  }
  return text;
}

function outcome(
  outgoing: ClientRequest,
  { deadlineMs }: RequestTarget,
  read: (answer: IncomingMessage) => Promise<string>,
): Promise<string> {
  const ended = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
  })
    .then(read)
    .catch((error: NodeJS.ErrnoException) => `cut off: ${error.code ?? error.message}`);
  const late = sleep(deadlineMs, "no end", { ref: false });
  return Promise.race([ended, late]).finally(() => outgoing.destroy());
}

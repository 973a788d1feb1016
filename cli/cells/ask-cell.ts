import { type Cell, tokenOf } from "./cell";

/** Deadline of a cell's answer; later, its line in a list reports a timeout. */
const DEADLINE_MS = 5_000;
/** Limit of an answer, larger than any answer to these requests. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Answer of a cell to one request, or the reason for its failure. */
export type Answered<T> =
  | { cell: Cell; answer: T; problem: null }
  | { cell: Cell; answer: null; problem: string };

/** Sends every cell the same request, in parallel, each with a deadline: a dead cell delays no other.
 *  @param question sends the request to one cell, by `get` */
export function queryCells<T>(
  cells: readonly Cell[],
  question: (get: Get) => Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<Answered<T>[]> {
  return Promise.all(
    cells.map(async (cell) => {
      try {
        const answer = await question(asker(cell, AbortSignal.timeout(deadlineMs)));
        return { cell, answer, problem: null };
      } catch (error) {
        return { cell, answer: null, problem: problemOf(error, deadlineMs) };
      }
    }),
  );
}

/** Reads a path of a cell's operator API, below `/api/v1/operator/`. A 404 is null. */
export type Get = <T>(path: string) => Promise<T | null>;

function asker(cell: Cell, signal: AbortSignal): Get {
  return async <T>(path: string) => {
    const url = new URL(`/api/v1/operator/${path}`, cell.operator ?? cell.address);
    const headers = { authorization: `Bearer ${tokenOf(cell)}`, accept: "application/json" };
    // Redirects fail: a token goes to its own cell only, and not to a host to which that cell redirects.
    const response = await fetch(url, { headers, signal, redirect: "error" });
    if (response.status === 404) return null;
    if (response.status === 401) throw new Error("it refuses the operator token");
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return JSON.parse(await bounded(response)) as T;
  };
}

async function bounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  if (!response.body) return "";
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new Error("its answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function problemOf(error: unknown, deadlineMs: number): string {
  if (!(error instanceof Error)) return "it did not answer";
  if (error.name === "TimeoutError") return `no answer within ${deadlineMs / 1000} seconds`;
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  if (cause?.code) return `it can't be reached (${cause.code})`;
  if (error instanceof TypeError) return "it can't be reached";
  return error instanceof SyntaxError ? "its answer is no JSON" : error.message;
}

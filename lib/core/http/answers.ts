import { z } from "zod";
import { NDJSON } from "@/lib/core/contract/content";
import type { TenantScope } from "@/lib/kernel/caller";
import { streamList } from "@/lib/kernel/db/json-list";
import type { Rows } from "@/lib/kernel/db/json-rows";

/** Status of each kind of success. Routes use the kind. */
export const successStatus = { ok: 200, created: 201, accepted: 202, empty: 204 } as const;

/** Kinds of successful answers. */
export type Success = keyof typeof successStatus;

/** An answer with a JSON body, or with none. */
export interface Answer<S extends z.ZodType | undefined = z.ZodType | undefined> {
  description: string;
  schema: S;
  example: unknown;
  /** Format of the body, where it is not one complete JSON document:
   *  - `list`: `{"<name>":[…]}`, streamed from the database
   *  - `lines`: one JSON object of the schema per line (NDJSON)
   *  - `either`: a list, or one of its entries per line, according to the request's `Accept`
   *  - `file`: bytes */
  form?: "list" | "lines" | "either" | "file";
}

/** An answer with a list of any length, `{"<name>":[…]}`, streamed in constant memory. */
interface ListAnswer<S extends z.ZodObject = z.ZodObject> extends Answer<S> {
  form: "list";
}

/** An answer of one JSON object per line. */
interface LinesAnswer<S extends z.ZodType = z.ZodType> extends Answer<S> {
  form: "lines";
}

/** A list that is generated piece by piece, in either form. */
interface EitherAnswer<S extends z.ZodObject = z.ZodObject> extends Answer<S> {
  form: "either";
}

/** An answer of bytes. */
interface FileAnswer extends Answer<z.ZodType> {
  form: "file";
}

/** The successful answers of an endpoint, by kind. */
export type Answers = Partial<Record<Success, Answer>>;

/** Declares an answer with this body, and an example that the compiler checks. */
export function answer<S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  description: string,
): Answer<S> {
  return { description, schema, example };
}

/** Declares a streamed list. Its schema is an object with only the list. */
export function streamedList<S extends z.ZodObject>(
  schema: S,
  example: z.input<S>,
  description: string,
): ListAnswer<S> {
  return { description, schema, example, form: "list" };
}

/** Declares a streamed answer of one JSON object of this schema per line (NDJSON). */
export function answeredLines<S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  description: string,
): LinesAnswer<S> {
  return { description, schema, example, form: "lines" };
}

/** Declares a list that is generated while it is sent: `{"<name>":[…]}`, or one entry per line if the request
 *  accepts NDJSON. Its schema is an object with only the list. */
export function listOrLines<S extends z.ZodObject>(
  schema: S,
  example: z.input<S>,
  description: string,
): EitherAnswer<S> {
  return { description, schema, example, form: "either" };
}

/** Media types of files. */
const fileTypes = { text: "text/plain; charset=utf-8", bytes: "application/octet-stream" };

/** Declares an answer of bytes, or of text that is not JSON. */
export function file(example: string, description: string): FileAnswer {
  return { description, schema: z.string(), example, form: "file" };
}

/** Declares an answer without a body. */
export function nothing(description: string): Answer<undefined> {
  return { description, schema: undefined, example: undefined };
}

declare const described: unique symbol;

/** A response that its endpoint declares. Only the functions of `Replies` create one. */
export type Described = Response & { readonly [described]: true };

type Headers<H extends string> = { readonly [name in H | "cache-control"]?: string };

/** Source of a list or of its lines. */
interface Pieces<L, H extends string> {
  pieces: AsyncIterable<L[]>;
  /** The request whose `Accept` selects the form. */
  request: Request;
  headers?: Headers<H>;
}

/** Source of a file. */
interface FileSource<H extends string> {
  bytes: Uint8Array | string;
  type: keyof typeof fileTypes;
  headers?: Headers<H>;
}

/** An entry of a list. */
type EntryOf<S> =
  S extends z.ZodType<infer O> ? (O[keyof O] extends readonly (infer L)[] ? L : never) : never;

/** Source of a streamed list: the scope, and the statement that selects each row as JSON. */
interface ListSource {
  scope: TenantScope;
  rows: Rows;
  /** The request whose end cancels the stream. */
  request: Request;
}

type Reply<A, H extends string> = A extends ListAnswer
  ? (source: ListSource) => Promise<Described>
  : A extends FileAnswer
    ? (source: FileSource<H>) => Described
    : A extends EitherAnswer<infer S extends z.ZodObject>
      ? (source: Pieces<EntryOf<S>, H>) => Described
      : A extends LinesAnswer<infer L extends z.ZodType>
        ? (pieces: AsyncIterable<z.output<L>[]>) => Described
        : A extends Answer<infer S extends z.ZodType>
          ? (body: z.output<S>, headers?: Headers<H>) => Described
          : (headers?: Headers<H>) => Described;

/** Functions that make the declared answers of an endpoint, by kind: an undeclared answer can't be made, and
 *  a body of another schema does not compile. */
export type Replies<A extends Answers, H extends string> = {
  readonly [K in keyof A]: Reply<A[K], H>;
};

/** Creates the reply functions of an endpoint, once. */
export function repliesOf<A extends Answers, H extends string>(answers: A): Replies<A, H> {
  const replies = Object.entries(answers).map(([kind, one]) => {
    const status = successStatus[kind as Success];
    if (one.form === "lines") return [kind, linesReply(status)];
    if (one.form === "either") return [kind, eitherReply(one, status)];
    if (one.form === "file") return [kind, fileReply(status)];
    if (!one.schema) return [kind, emptyReply(status)];
    return [kind, one.form === "list" ? listReply(one) : jsonReply(status)];
  });
  return Object.fromEntries(replies) as Replies<A, H>;
}

function jsonReply(status: number) {
  return (body: unknown, headers?: Record<string, string>) =>
    Response.json(body, headers ? { status, headers } : { status });
}

function linesReply(status: number) {
  return (pieces: AsyncIterable<unknown[]>) =>
    new Response(streamed(linesOf(pieces)), { status, headers: { "content-type": NDJSON } });
}

function eitherReply({ schema }: Answer, status: number) {
  const [name = ""] = Object.keys((schema as z.ZodObject).shape);
  return ({ pieces, request, headers = {} }: Pieces<unknown, string>) => {
    const asLines = acceptsLines(request);
    const type = asLines ? NDJSON : "application/json";
    const body = asLines ? linesOf(pieces) : listOf(name, pieces);
    return new Response(streamed(body), {
      status,
      headers: { ...headers, "content-type": type, vary: "accept" },
    });
  };
}

/** Whether the request names NDJSON as an acceptable media type (RFC 9110 §12.5.1). */
function acceptsLines({ headers }: Request): boolean {
  const named = (headers.get("accept") ?? "").split(",").map((one) => one.split(";"));
  return named.some(
    ([type = "", ...params]) =>
      type.trim().toLowerCase() === NDJSON &&
      !params.some((one) => /^\s*q=0(\.0*)?\s*$/i.test(one)),
  );
}

function fileReply(status: number) {
  return ({ bytes, type, headers = {} }: FileSource<string>) =>
    new Response(Buffer.from(bytes as Uint8Array), {
      status,
      headers: { ...headers, "content-type": fileTypes[type] },
    });
}

async function* linesOf(pieces: AsyncIterable<unknown[]>): AsyncGenerator<string, void> {
  for await (const piece of pieces) yield piece.map((one) => `${JSON.stringify(one)}\n`).join("");
}

async function* listOf(
  name: string,
  pieces: AsyncIterable<unknown[]>,
): AsyncGenerator<string, void> {
  let before = `{${JSON.stringify(name)}:[`;
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield before + piece.map((one) => JSON.stringify(one)).join(",");
    before = ",";
  }
  yield before === "," ? "]}" : `${before}]}`;
}

/** Returns a body that generates its next piece once the previous one was read. */
function streamed(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { value, done } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(Buffer.from(value));
      },
      async cancel() {
        await texts.return();
      },
    },
    { highWaterMark: 1 },
  );
}

function emptyReply(status: number) {
  return (headers?: Record<string, string>) =>
    new Response(null, headers ? { status, headers } : { status });
}

/** @throws ServiceError `service_overloaded` */
function listReply({ schema }: Answer) {
  const [name = ""] = Object.keys((schema as z.ZodObject).shape);
  return async ({ scope, rows, request }: ListSource) => {
    const body = await streamList(scope, { name, rows }, request.signal);
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
}

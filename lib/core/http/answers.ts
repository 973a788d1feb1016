import { z } from "zod";
import { NDJSON } from "@/lib/core/contract/content";
import type { TenantScope } from "@/lib/kernel/caller";
import { streamList } from "@/lib/kernel/db/json-list";
import type { Rows } from "@/lib/kernel/db/json-rows";

/** The status of each kind of success: routes name the kind. */
export const successStatus = { ok: 200, created: 201, accepted: 202, empty: 204 } as const;

/** What a successful answer is called, instead of by its number. */
export type Success = keyof typeof successStatus;

/** An answer with a JSON body, or with none. */
export interface Answer<S extends z.ZodType | undefined = z.ZodType | undefined> {
  description: string;
  schema: S;
  example: unknown;
  /** How the body is written, where it is not one JSON document that is there as a whole:
   *  - `list`: `{"<name>":[…]}`, streamed from the database
   *  - `lines`: one JSON object of the schema a line (NDJSON)
   *  - `either`: a list, or one of its entries a line, as the request's `Accept` asks
   *  - `file`: bytes */
  form?: "list" | "lines" | "either" | "file";
}

/** An answer whose body is a list that may be long: `{"<name>":[…]}`, streamed in constant memory. */
interface ListAnswer<S extends z.ZodObject = z.ZodObject> extends Answer<S> {
  form: "list";
}

/** An answer of one JSON object a line. */
interface LinesAnswer<S extends z.ZodType = z.ZodType> extends Answer<S> {
  form: "lines";
}

/** A list that is made piece by piece, in either form. */
interface EitherAnswer<S extends z.ZodObject = z.ZodObject> extends Answer<S> {
  form: "either";
}

/** An answer of bytes. */
interface FileAnswer extends Answer<z.ZodType> {
  form: "file";
}

/** The successful answers of an endpoint, by kind. */
export type Answers = Partial<Record<Success, Answer>>;

/** An answer with this body, and an example of it that the compiler checks. */
export function answer<S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  description: string,
): Answer<S> {
  return { description, schema, example };
}

/** A list that is streamed: its schema is an object with the list alone. */
export function streamedList<S extends z.ZodObject>(
  schema: S,
  example: z.input<S>,
  description: string,
): ListAnswer<S> {
  return { description, schema, example, form: "list" };
}

/** An answer of one JSON object of this schema a line (NDJSON), which is streamed. */
export function answeredLines<S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  description: string,
): LinesAnswer<S> {
  return { description, schema, example, form: "lines" };
}

/** A list that is made piece by piece while it is read: `{"<name>":[…]}`, or one entry a line where the request accepts NDJSON. Its
 *  schema is an object with the list alone. */
export function listOrLines<S extends z.ZodObject>(
  schema: S,
  example: z.input<S>,
  description: string,
): EitherAnswer<S> {
  return { description, schema, example, form: "either" };
}

/** The media types of a file. */
const fileTypes = { text: "text/plain; charset=utf-8", bytes: "application/octet-stream" };

/** An answer of bytes, or of text that is no JSON. */
export function file(example: string, description: string): FileAnswer {
  return { description, schema: z.string(), example, form: "file" };
}

/** An answer without a body. */
export function nothing(description: string): Answer<undefined> {
  return { description, schema: undefined, example: undefined };
}

declare const described: unique symbol;

/** A response that its endpoint declares. Only the functions of `Replies` make one. */
export type Described = Response & { readonly [described]: true };

type Headers<H extends string> = { readonly [name in H | "cache-control"]?: string };

/** What a list or its lines are made of. */
interface Pieces<L, H extends string> {
  pieces: AsyncIterable<L[]>;
  /** Whose `Accept` says which of the two. */
  request: Request;
  headers?: Headers<H>;
}

/** What a file is made of. */
interface FileSource<H extends string> {
  bytes: Uint8Array | string;
  type: keyof typeof fileTypes;
  headers?: Headers<H>;
}

/** An entry of a list. */
type EntryOf<S> =
  S extends z.ZodType<infer O> ? (O[keyof O] extends readonly (infer L)[] ? L : never) : never;

/** What a streamed list is made of: whose rows, and the statement that selects each as JSON. */
interface ListSource {
  scope: TenantScope;
  rows: Rows;
  /** Whose leaving ends it. */
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

/** The functions that make the answers which an endpoint declares, by kind: an answer that is not declared can't be
 *  made, and one whose body is not of the declared schema does not compile. */
export type Replies<A extends Answers, H extends string> = {
  readonly [K in keyof A]: Reply<A[K], H>;
};

/** The replies of an endpoint, made once. */
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

/** Whether the request names NDJSON as a media type that it takes (RFC 9110 §12.5.1). */
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

/** A body whose next piece is made when the one before was taken. */
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

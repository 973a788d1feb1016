import type { z } from "zod";
import type { TenantScope } from "@/lib/caller";
import { NDJSON } from "@/lib/contract/content";
import { streamList } from "@/lib/db/json-list";

/** The status of each kind of success: routes name the kind. */
export const successStatus = { ok: 200, created: 201, accepted: 202, empty: 204 } as const;

/** What a successful answer is called, instead of by its number. */
export type Success = keyof typeof successStatus;

/** An answer with a JSON body, or with none. */
export interface Answer<S extends z.ZodType | undefined = z.ZodType | undefined> {
  description: string;
  schema: S;
  example: unknown;
  /** Whether the body is a list that is streamed from the database. */
  isStreamed?: boolean;
  /** Whether the body is one JSON object of the schema a line (NDJSON). */
  isLines?: boolean;
}

/** An answer whose body is a list that may be long: `{"<name>":[…]}`, streamed in constant memory. */
interface ListAnswer<S extends z.ZodObject = z.ZodObject> extends Answer<S> {
  isStreamed: true;
}

/** An answer of one JSON object a line. */
interface LinesAnswer<S extends z.ZodType = z.ZodType> extends Answer<S> {
  isLines: true;
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
  return { description, schema, example, isStreamed: true };
}

/** An answer of one JSON object of this schema a line (NDJSON), which is streamed. */
export function answeredLines<S extends z.ZodType>(
  schema: S,
  example: z.input<S>,
  description: string,
): LinesAnswer<S> {
  return { description, schema, example, isLines: true };
}

/** An answer without a body. */
export function nothing(description: string): Answer<undefined> {
  return { description, schema: undefined, example: undefined };
}

declare const described: unique symbol;

/** A response that its endpoint declares. Only the functions of `Replies` make one. */
export type Described = Response & { readonly [described]: true };

type Headers<H extends string> = { readonly [name in H | "cache-control"]?: string };

/** What a streamed list is made of: whose rows, and the statement that selects each as JSON. */
interface ListSource {
  scope: TenantScope;
  select: string;
  /** Whose leaving ends it. */
  request: Request;
}

type Reply<A, H extends string> = A extends ListAnswer
  ? (source: ListSource) => Promise<Described>
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
    if (one.isLines) return [kind, linesReply(status)];
    if (!one.schema) return [kind, emptyReply(status)];
    return [kind, one.isStreamed ? listReply(one) : jsonReply(status)];
  });
  return Object.fromEntries(replies) as Replies<A, H>;
}

function jsonReply(status: number) {
  return (body: unknown, headers?: Record<string, string>) =>
    Response.json(body, headers ? { status, headers } : { status });
}

function linesReply(status: number) {
  return (pieces: AsyncIterable<unknown[]>) => {
    const each = pieces[Symbol.asyncIterator]();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const { value, done } = await each.next();
          if (done) return controller.close();
          controller.enqueue(Buffer.from(value.map((one) => `${JSON.stringify(one)}\n`).join("")));
        },
        async cancel() {
          await each.return?.();
        },
      },
      { highWaterMark: 1 },
    );
    return new Response(body, { status, headers: { "content-type": NDJSON } });
  };
}

function emptyReply(status: number) {
  return (headers?: Record<string, string>) =>
    new Response(null, headers ? { status, headers } : { status });
}

/** @throws ServiceError `service_overloaded` */
function listReply({ schema }: Answer) {
  const [name = ""] = Object.keys((schema as z.ZodObject).shape);
  return async ({ scope, select, request }: ListSource) => {
    const body = await streamList(scope, { name, select }, request.signal);
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
}

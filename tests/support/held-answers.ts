import { NDJSON } from "@/lib/core/contract/content";
import { CLIENT_CLOSED_REQUEST } from "@/lib/core/http/aborted";
import { declaredBy } from "@/lib/core/http/operation";
import { codeFields, codesOf } from "@/lib/core/http/published-codes";
import type { Answer, DescribedOperation, Schema } from "@/lib/core/http/published-description";
import type { resource } from "@/lib/core/http/resource";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { problemFields } from "@/lib/kernel/errors/catalogue";
import { publishedDescription } from "@/tests/support/published-description";

/** Differences between answers and the published description since the last `takeViolations`. */
let violations: string[] = [];

/** @returns the violations since the last call */
export function takeViolations(): string[] {
  const taken = violations;
  violations = [];
  return taken;
}

/** Wraps the resource of a route file with a check of each answer against the published description. */
export function holding(real: typeof resource): typeof resource {
  return (handlers, preflight) => {
    const path = pathOfRouteFile();
    if (path === null) return real(handlers, preflight);
    const held = Object.entries(handlers).map(([method, handler]) => [
      method,
      handler && heldHandler(path, method, handler as RouteHandler<never>),
    ]);
    return real(Object.fromEntries(held), preflight);
  };
}

/** Returns the path by the location of the route file that is being loaded; null if there is none. */
function pathOfRouteFile(): string | null {
  const [, folder] = /\/app(\/\S*)?\/route\.tsx?:/.exec(new Error().stack ?? "") ?? [];
  return folder ? decodeURI(folder).replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}") : null;
}

/** Returns the handler with a check of its answers against the description of this path. A path that is not
 *  published is a page. */
export function heldHandler<P>(
  path: string,
  method: string,
  handler: RouteHandler<P>,
): RouteHandler<P> {
  const declared = declaredBy(handler);
  const isStreamed = Object.values(declared?.answers ?? {}).some(({ form }) => form !== undefined);
  const held: RouteHandler<P> = async (request, context) => {
    const response = await handler(request, context);
    const operation = publishedDescription().paths[path]?.[method.toLowerCase()];
    if (!operation || response.status === CLIENT_CLOSED_REQUEST) return response;
    return heldAnswer(operation, request, response, isStreamed && response.ok);
  };
  all.add(held);
  return declared ? Object.assign(held, { declared }) : held;
}

const all = new WeakSet<object>();

/** Whether the answers of a handler are checked. */
export function isHeld(handler: object): boolean {
  return all.has(handler);
}

/** Checks an answer, and returns it: reads a JSON body, and reads along with a streamed one. */
async function heldAnswer(
  { operationId, responses }: DescribedOperation,
  request: Request,
  response: Response,
  isStreamed: boolean,
): Promise<Response> {
  const { status, headers } = response;
  const say = (what: string) => violations.push(`${operationId} answered ${status}: ${what}`);
  const described = responses[status];
  if (!described) {
    say("the status is not described");
    return response;
  }
  for (const wrong of wrongHeaders(described, headers)) say(wrong);
  const type = headers.get("content-type")?.split(";")[0]?.trim() ?? "";
  const types = Object.keys(described.content ?? {});
  // Only the Location of a redirect is read.
  if (request.method === "HEAD" || Math.floor(status / 100) === 3) return response;
  // A challenge may be the whole refusal (RFC 6750 §3.1).
  if (!type && headers.has("www-authenticate")) return response;
  if (type ? !types.includes(type) : types.length > 0)
    say(`the media type ${type || "of none"} is not described, only ${types.join(", ") || "none"}`);
  const schema = described.content?.[type]?.schema;
  if (!schema || !/json$/.test(type) || response.body === null) return response;
  const hold = (text: string) => {
    for (const wrong of wrongBody(described, schema, type, text, status >= 400)) say(wrong);
  };
  if (isStreamed) return readAlong(response, hold);
  const text = await response.text();
  hold(text);
  return new Response(text, { status, headers });
}

function wrongHeaders({ headers = {} }: Answer, answered: Headers): string[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const value = answered.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    const parsed = schema?.type === "integer" ? Number(value) : value;
    return schema ? wrongIn(schema, parsed).map((wrong) => `the header ${name}${wrong}`) : [];
  });
}

function wrongBody(
  described: Answer,
  schema: Schema,
  type: string,
  text: string,
  isRefusal: boolean,
): string[] {
  if (type === NDJSON)
    return text
      .split("\n")
      .filter(Boolean)
      .flatMap((line) => wrongIn(schema, JSON.parse(line)));
  const body: unknown = JSON.parse(text);
  const wrong = wrongIn(schema, body);
  return isRefusal ? [...wrong, ...wrongCodes(described, Object(body))] : wrong;
}

function wrongIn(schema: Schema, value: unknown): string[] {
  const validate = publishedDescription().validator(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(" "),
  );
}

/** Returns the codes of a refusal that are not described for its status, and the fields that belong to
 *  another code. */
function wrongCodes(described: Answer, body: Record<string, unknown>): string[] {
  const { schemas } = publishedDescription().components;
  const own = Object.keys(problemFields[String(body.code)] ?? {});
  const ofOthers = Object.values(problemFields)
    .flatMap((fields) => Object.keys(fields))
    .filter((name) => name in body && !own.includes(name));
  const codes = codeFields.filter(
    (name) => name in body && !codesOf(described, schemas, name).has(String(body[name])),
  );
  return [
    ...codes.map((name) => `the ${name} ${body[name]} is not described`),
    ...ofOthers.map((name) => `${name} belongs to another code`),
  ];
}

/** Returns the answer with a stream that its reader may still leave before the end.
 *  @param hold is called with all of the text, once it has been read */
function readAlong(response: Response, hold: (text: string) => void): Response {
  const decoder = new TextDecoder();
  let text = "";
  const along = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      text += decoder.decode(chunk, { stream: true });
      controller.enqueue(chunk);
    },
    flush: () => hold(text),
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(along), { status, headers });
}

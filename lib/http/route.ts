import { z } from "zod";
import type { CamelKeys } from "@/lib/contract/names";
import { missing } from "@/lib/errors";
import { aborted } from "@/lib/http/aborted";
import { answeredInTime } from "@/lib/http/answered-in-time";
import { readJson, readOptionalJson } from "@/lib/http/body";
import { neighbourOf, noteNeighbour } from "@/lib/http/neighbours";
import { type Plane, withinCapacity } from "@/lib/http/plane-capacity";
import { problemResponse } from "@/lib/http/problem";
import { NoQuery, readQuery } from "@/lib/http/query";
import { isCutShort, receiveBody } from "@/lib/http/receive-body";
import { requestIdOf } from "@/lib/http/request-context";
import type { RouteHandler } from "@/lib/http/route-handler";
import { secure } from "@/lib/http/security-headers";
import { asServiceError } from "@/lib/http/service-error";
import type { Neighbour } from "@/lib/turns";

/** What a handler of an authenticated plane is given. */
export interface Exchange<C, P, Q extends z.ZodObject = typeof NoQuery> {
  caller: C;
  params: P;
  /** The query parameters that the route takes, checked. */
  query: CamelKeys<z.output<Q>>;
  request: Request;
  /** The body, checked; unknown fields and wrong types are refused by name. */
  read<S extends z.ZodType>(schema: S): Promise<CamelKeys<z.output<S>>>;
  /** The same for a body that may be left out. */
  readOptional<S extends z.ZodType>(schema: S): Promise<CamelKeys<z.output<S>>>;
}

const uuid = z.uuid();

interface RouteOptions<Q extends z.ZodObject> {
  plane?: Plane;
  /** The query parameters it takes; none without. */
  query?: Q | undefined;
}

/** The frame around every JSON route: request id, authentication, the query, then the handler, and every
 *  failure as a problem document. An id in the path that is no id is the same 404 as an unknown one. */
export function route<C, P, Q extends z.ZodObject = typeof NoQuery>(
  authenticate: (request: Request, requestId: string) => Promise<C>,
  handle: (exchange: Exchange<C, P, Q>) => Promise<Response>,
  { plane = "private", query }: RouteOptions<Q> = {},
): RouteHandler<P> {
  return (request, context) =>
    framed(request, plane, async (requestId, neighbour) => {
      const caller = await authenticate(request, requestId);
      noteNeighbour(request, neighbour, caller);
      const params = await context.params;
      return handle({
        caller,
        params,
        query: readQuery(request, query ?? NoQuery) as CamelKeys<z.output<Q>>,
        request,
        read: (schema) => readJson(request, schema),
        readOptional: (schema) => readOptionalJson(request, schema),
      });
    });
}

/** The id a path carries.
 *  @throws ServiceError `missing` when it is not even the form of one */
export function pathId(value: string): string {
  if (!uuid.safeParse(value).success) throw missing();
  return value.toLowerCase();
}

/** Takes the body in and runs a handler within its plane's capacity, so that whatever happens becomes an answer
 *  with a request id. */
export async function framed(
  request: Request,
  plane: Plane,
  handle: (requestId: string, neighbour: Neighbour) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request);
  const neighbour = neighbourOf(request);
  let response: Response;
  try {
    await receiveBody(request);
    response = await answeredInTime(
      withinCapacity(plane, neighbour, () => handle(requestId, neighbour)),
    );
  } catch (error) {
    response = aborted(request, error) ?? problemResponse(asServiceError(error, requestId));
  }
  if (request.method === "HEAD") response = await withoutBody(response);
  const { headers } = response;
  headers.set("x-request-id", requestId);
  secure(headers);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (isCutShort(request)) headers.set("connection", "close");
  return response;
}

/** The answer to HEAD. Nobody will read the body: a stream is told so, or it would hold its transaction. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

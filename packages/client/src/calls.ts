import type { Routes } from "./generated/routes.js";
import { isAtriumError } from "./problems.js";
import { type Sending, send } from "./send.js";

/** The end user's browser, as your server saw it. The service believes it, so take it from the connection or a proxy of yours. */
export interface EndUser {
  ip?: string;
  agent?: string;
}

type Part<Data, Name extends string> = Data extends { [N in Name]: infer Value }
  ? { [N in Name]: Value }
  : Data extends { [N in Name]?: infer Value }
    ? [Value] extends [undefined]
      ? unknown
      : { [N in Name]?: Exclude<Value, undefined> }
    : unknown;

/** A route, as `METHOD /path`. */
export type Route = keyof Routes;

/** What a route takes: its path's ids, its query and its body. */
export type RouteInput<R extends Route> = Part<Routes[R]["data"], "path"> &
  Part<Routes[R]["data"], "query"> &
  Part<Routes[R]["data"], "body">;

/** What a route answers. */
export type RouteAnswer<R extends Route> = Routes[R]["answer"];

export interface CallOptions {
  endUser?: EndUser;
  /** Further headers that the route takes. */
  headers?: Record<string, string>;
  /** Ends the call. What the service has begun by then it may finish. */
  signal?: AbortSignal;
  deadlineMs?: number;
}

type Arguments<R extends Route> =
  Record<never, never> extends RouteInput<R>
    ? [input?: RouteInput<R> & CallOptions]
    : [input: RouteInput<R> & CallOptions];

interface AnyInput extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Calls a route with the identity that it asks for.
 *  @throws AtriumError for a refusal and for an answer that does not come */
export type Call<Known extends Route> = <R extends Known>(
  route: R,
  ...[input]: Arguments<R>
) => Promise<RouteAnswer<R>>;

/** Calls of routes, each with the identity that it asks for.
 *  @param identityFor the headers that say who calls a route, asked for each try
 *  @param refused hears of a bearer token that was turned down */
export function callsOf(
  sending: Sending,
  identityFor: (path: string) => Promise<Record<string, string>>,
  refused: (bearer: string) => void,
): Call<Route> {
  async function call(route: string, input: AnyInput = {}): Promise<unknown> {
    const [method = "", template = ""] = route.split(" ");
    const { body, signal, deadlineMs } = input;
    let bearer = "";
    const headers = async () => {
      const identity = await identityFor(template);
      bearer = identity.authorization?.slice("Bearer ".length) ?? "";
      return {
        ...jsonHeaders(body),
        ...endUserHeaders(input.endUser),
        ...input.headers,
        ...identity,
      };
    };
    try {
      const response = await send(sending, {
        method,
        path: pathOf(template, input),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
        ...(deadlineMs === undefined ? {} : { deadlineMs }),
      });
      return response.body === null ? undefined : await response.json();
    } catch (error) {
      // A revoked credential, or a service that began anew: the next call asks for another token.
      if (isAtriumError(error) && error.status === 401 && error.code === null) refused(bearer);
      throw error;
    }
  }
  return call as Call<Route>;
}

function pathOf(template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // A dot segment would lead to another route: `..` survives encoding.
    if (!value || /^\.{1,2}$/.test(value)) throw new TypeError(`The path needs ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const pairs = given.map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

function jsonHeaders(body: unknown): Record<string, string> {
  return body === undefined ? {} : { "content-type": "application/json" };
}

function endUserHeaders({ ip, agent }: EndUser = {}): Record<string, string> {
  const plain = agent?.replace(/[^\x20-\x7e]/g, "").slice(0, 500);
  return {
    ...(ip ? { "x-end-user-ip": ip } : {}),
    ...(plain ? { "x-end-user-agent": plain } : {}),
  };
}

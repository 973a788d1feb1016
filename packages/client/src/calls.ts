import type { Routes } from "./generated/routes.js";
import { isAtriumError } from "./problems.js";
import { type Sending, send } from "./send.js";

/** The end user's browser, as your server saw it. The service trusts it, so take it from the connection or a
 *  proxy of yours. */
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

/** Input of a route: its path's ids, its query and its body. */
export type RouteInput<R extends Route> = Part<Routes[R]["data"], "path"> &
  Part<Routes[R]["data"], "query"> &
  Part<Routes[R]["data"], "body">;

/** Answer of a route. */
export type RouteAnswer<R extends Route> = Routes[R]["answer"];

export interface CallOptions {
  endUser?: EndUser;
  /** Further headers that the route accepts. */
  headers?: Record<string, string>;
  /** Ends the call. The service may still finish its work. */
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

/** Calls a route with the credential that it requires.
 *  @throws AtriumError for a refusal and for an answer that does not come */
export type Call<Known extends Route> = <R extends Known>(
  route: R,
  ...[input]: Arguments<R>
) => Promise<RouteAnswer<R>>;

/** Makes a function that calls routes, each with the credential that it requires.
 *  @param identityFor returns the headers that identify the caller to a route; called for each try
 *  @param refused called with a bearer token that was refused */
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
      // A revoked credential, or a service that was set up anew: the next call requests another token.
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
  const present = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const pairs = present.map(([name, value]) => [name, String(value)]);
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

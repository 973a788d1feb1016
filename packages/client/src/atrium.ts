import { postForm } from "./client-form.js";
import type { Routes } from "./generated/routes.js";
import type { Introspection } from "./generated/types.js";
import { type Credential, MachineTokens } from "./machine-token.js";
import { isAtriumError } from "./problems.js";
import { type Sending, send } from "./send.js";

/** Where the service is, and as whom to call it. Leave out what your calls don't need. */
export interface AtriumSettings extends Sending, Partial<Credential> {
  /** Your tenant, `atr_…`, and its secret, `alcs_…`: for logins. */
  tenantId?: string;
  tenantSecret?: string;
  /** For the operator's routes: `aop_…`. */
  operatorToken?: string;
}

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

/** The service, for one tenant's environment. */
export interface Atrium {
  readonly baseUrl: string;
  /** Calls a route with the identity that it asks for.
   *  @throws AtriumError for a refusal and for an answer that does not come */
  call<R extends Route>(route: R, ...[input]: Arguments<R>): Promise<RouteAnswer<R>>;
  /** The machine token that calls go out with, for a request of your own. */
  machineToken(): Promise<string>;
  /** Whether a token of your environment may be used now, and what it says (RFC 7662). A token that was revoked, or whose user,
   *  session or client has ended, is `{ active: false }`, as any other that means nothing here.
   *  @throws AtriumError */
  introspect(token: string): Promise<Introspection>;
  /** Revokes a token of your credential's own, or a user's token if the credential holds `tokens:issue` (RFC 7009). Any other
   *  token is left as it is.
   *  @throws AtriumError */
  revoke(token: string): Promise<void>;
}

interface AnyInput extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes a client. Make one for the process: it keeps one machine token for all calls, and renews it before it ends.
 *  @throws TypeError for an address that would send secrets in the clear
 *  @example
 *  import { createAtrium } from "@atrium/client";
 *
 *  const atrium = createAtrium(settings);
 *  const { users } = await atrium.call("GET /api/v1/management/users", { query: { email: person.email } });
 *  console.log(users[0]?.id);
 */
export function createAtrium(settings: AtriumSettings): Atrium {
  const sending = { ...settings, baseUrl: safeBaseUrl(settings.baseUrl) };
  const { clientId, clientSecret } = settings;
  const tokens =
    clientId && clientSecret ? new MachineTokens(sending, { clientId, clientSecret }) : null;
  const machineToken = async () => {
    if (!tokens) throw new TypeError("This call needs clientId and clientSecret");
    return tokens.current();
  };

  async function call(route: string, input: AnyInput = {}): Promise<unknown> {
    const [method = "", template = ""] = route.split(" ");
    const { body, signal, deadlineMs } = input;
    let bearer = "";
    const headers = async () => {
      const identity = await identityFor(template, settings, machineToken);
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
      if (isAtriumError(error) && error.status === 401 && error.code === null)
        tokens?.refused(bearer);
      throw error;
    }
  }

  /** Posts a token in the credential's own name. Both endpoints may be asked again. */
  async function postToken(path: string, token: string): Promise<Response> {
    if (!clientId || !clientSecret)
      throw new TypeError("This call needs clientId and clientSecret");
    const asked = { path, form: { token }, repeatable: true };
    return postForm(sending, { clientId, clientSecret }, asked);
  }

  return {
    baseUrl: sending.baseUrl,
    call: call as Atrium["call"],
    machineToken,
    introspect: async (token) => (await postToken("/oauth/introspect", token)).json(),
    revoke: async (token) => {
      await postToken("/oauth/revoke", token);
    },
  };
}

const asTenant =
  /^\/api\/v1\/auth\/(login\/|passkeys\/|totp|recovery-codes|password\/(forgot|redeem)|session\/exchange)/;

/** Who a route wants to be called by. A test holds this against the description. */
export function callerOf(path: string): "tenant" | "machine" | "operator" | "nobody" {
  if (path === "/api/v1/operator/command-line") return "nobody";
  if (path.startsWith("/api/v1/operator/")) return "operator";
  if (/^\/api\/v1\/(enrolment\/|installations\/|openapi\.json)/.test(path)) return "nobody";
  return asTenant.test(path) ? "tenant" : "machine";
}

async function identityFor(
  path: string,
  { tenantId, tenantSecret, operatorToken }: AtriumSettings,
  machineToken: () => Promise<string>,
): Promise<Record<string, string>> {
  const caller = callerOf(path);
  if (caller === "nobody") return {};
  if (caller === "operator") {
    if (!operatorToken) throw new TypeError("This call needs operatorToken");
    return { authorization: `Bearer ${operatorToken}` };
  }
  // `me` takes either; a backend that signs people in has the secret and needs no scope for it.
  if (caller === "tenant" || (path === "/api/v1/auth/me" && tenantSecret)) {
    if (!tenantId || !tenantSecret)
      throw new TypeError("This call needs tenantId and tenantSecret");
    return { authorization: `Bearer ${tenantSecret}`, "x-tenant-id": tenantId };
  }
  return { authorization: `Bearer ${await machineToken()}` };
}

/** An address without its last slash. Secrets go nowhere in the clear but to this machine. */
export function safeBaseUrl(address: string): string {
  const url = new URL(address);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local))
    throw new TypeError(`baseUrl must be https: ${url.origin}`);
  return url.origin + url.pathname.replace(/\/+$/, "");
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

// The requests that every sign-in and every call of a product make, each with its preparation.
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";
import type { BenchPlace } from "./bench-place";

export interface Call {
  url: string;
  init: RequestInit;
}

export interface HotPath {
  name: string;
  /** Factor on the number of requests, for paths whose cost needs more samples. */
  times?: number;
  /** Status of a successful answer. */
  status: number;
  /** Requests that can each be sent once. */
  prepare(place: BenchPlace, count: number): Promise<Call[]>;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const json = (
  place: BenchPlace,
  path: string,
  body: object,
  headers: Record<string, string>,
): Call => ({
  url: `${place.baseUrl}/api/v1/auth/${path}`,
  init: {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  },
});
const form = (place: BenchPlace, fields: Record<string, string>): Call => ({
  url: `${place.baseUrl}/oauth/token`,
  init: {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  },
});
const machine = (place: BenchPlace) => ({ authorization: `Bearer ${place.machineToken}` });
const client = ({ relyingParty }: BenchPlace) => ({
  client_id: relyingParty.clientId,
  client_secret: relyingParty.clientSecret,
});
const login = ({ email, password }: BenchPlace) => ({ email, password });

/** Signs in `count` browsers and stops before the code is exchanged. */
const codes = async (place: BenchPlace, count: number) => {
  const browser = new Browser();
  const done: Awaited<ReturnType<typeof signIn>>[] = [];
  while (done.length < count) done.push(await signIn(browser, place.relyingParty, place.userId));
  return done;
};

export const hotPaths: readonly HotPath[] = [
  {
    name: "machine token",
    times: 5,
    status: 200,
    prepare: async (place, count) =>
      times(count, () =>
        form(place, {
          grant_type: "client_credentials",
          client_id: place.tenant.clientId,
          client_secret: place.tenant.clientSecret,
        }),
      ),
  },
  {
    name: "login preflight",
    status: 200,
    prepare: async (place, count) =>
      times(count, () => json(place, "login/preflight", login(place), place.tenantHeaders)),
  },
  {
    name: "session exchange",
    status: 200,
    prepare: async (place, count) => {
      const grants: Call[] = [];
      while (grants.length < count)
        grants.push(
          json(place, "session/exchange", { grant: await place.grant() }, place.tenantHeaders),
        );
      return grants;
    },
  },
  {
    name: "me",
    times: 5,
    status: 200,
    prepare: async (place, count) =>
      times(count, () => ({
        url: `${place.baseUrl}/api/v1/auth/me`,
        init: { headers: { ...place.tenantHeaders, "x-session-activity": place.activityToken } },
      })),
  },
  {
    name: "user token",
    times: 5,
    status: 200,
    prepare: async (place, count) =>
      times(count, () =>
        json(place, "token", { session_id: place.sessionId, app_id: place.appId }, machine(place)),
      ),
  },
  {
    name: "session validate",
    times: 5,
    status: 200,
    prepare: async (place, count) =>
      times(count, () =>
        json(place, "session/validate", { session_id: place.sessionId }, machine(place)),
      ),
  },
  {
    name: "authorize",
    times: 5,
    status: 303,
    prepare: async (place, count) =>
      times(count, () => ({
        url: `${place.baseUrl}${place.authorizePath}`,
        init: { redirect: "manual" },
      })),
  },
  {
    name: "code exchange",
    status: 200,
    prepare: async (place, count) =>
      (await codes(place, count)).map(({ callback, verifier }) =>
        form(place, {
          ...client(place),
          grant_type: "authorization_code",
          code: callback.searchParams.get("code") ?? "",
          redirect_uri: place.relyingParty.redirectUri,
          code_verifier: verifier,
        }),
      ),
  },
  {
    name: "refresh",
    status: 200,
    prepare: async (place, count) => {
      const calls: Call[] = [];
      for (const code of await codes(place, count)) {
        const { body } = await exchangeCode(place.relyingParty, code);
        calls.push(
          form(place, {
            ...client(place),
            grant_type: "refresh_token",
            refresh_token: body.refresh_token ?? "",
          }),
        );
      }
      return calls;
    },
  },
];

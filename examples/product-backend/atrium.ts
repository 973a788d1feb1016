import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import type { Settings } from "./settings";

/** An answer of Atrium that is not a success: a problem document (RFC 7807). */
export class AtriumProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string | null,
    readonly detail: string,
    /** Seconds to wait, on 429 and 503. */
    readonly retryAfter: number | null,
  ) {
    super(`${status} ${code ?? ""} ${detail}`);
  }
}

/** The end user's browser, as this backend saw it: Atrium believes what the tenant's backend tells. */
export interface EndUser {
  ip: string;
  agent: string;
}

interface Wanted {
  body?: unknown;
  headers?: Record<string, string>;
  user?: EndUser;
}

/** What an answer carries: the parsed body and the headers, for the fresh activity token. */
export interface Answer<T> {
  body: T;
  headers: Headers;
}

/** A client of Atrium's request-time API. Two identities: the tenant's secret for logins, a machine token
 *  for what needs a scope. Neither ever reaches a browser. */
export class Atrium {
  private token: { value: Promise<string>; until: number } | null = null;
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;

  constructor(private readonly settings: Settings) {
    this.keys = createRemoteJWKSet(new URL("/oauth/jwks", settings.baseUrl));
  }

  /** A call with the tenant's own identity. */
  asTenant<T>(method: string, path: string, wanted: Wanted = {}): Promise<Answer<T>> {
    return this.call(method, path, this.settings.tenantSecret, wanted);
  }

  /** A call with a machine token. */
  async asMachine<T>(method: string, path: string, wanted: Wanted = {}): Promise<Answer<T>> {
    return this.call(method, path, await this.machineToken(), wanted);
  }

  /** The claims of a user access token, once signature, issuer, audience and lifetime are checked. */
  async verify(token: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, this.keys, {
      issuer: this.settings.baseUrl,
      audience: this.settings.appId,
      typ: "at+jwt",
      algorithms: ["EdDSA"],
    });
    return payload;
  }

  private async call<T>(
    method: string,
    path: string,
    bearer: string,
    { body, headers = {}, user }: Wanted,
  ): Promise<Answer<T>> {
    const response = await fetch(new URL(`/api/v1/auth/${path}`, this.settings.baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        "x-tenant-id": this.settings.tenantId,
        ...(user ? { "x-end-user-ip": user.ip, "x-end-user-agent": user.agent } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed = await response.json();
    if (!response.ok) throw problemOf(response, parsed);
    return { body: parsed, headers: response.headers };
  }

  /** One token for everybody, asked for once and again shortly before it ends: minting one a call would
   *  use up the token limit. */
  private machineToken(): Promise<string> {
    if (this.token && this.token.until > Date.now()) return this.token.value;
    const asked = { value: this.newMachineToken(), until: Date.now() + 60_000 };
    asked.value.catch(() => {
      this.token = null;
    });
    this.token = asked;
    return asked.value;
  }

  private async newMachineToken(): Promise<string> {
    const { clientId, clientSecret, baseUrl } = this.settings;
    const response = await fetch(new URL("/oauth/token", baseUrl), {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64")}`,
      },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const answer = await response.json();
    if (!response.ok)
      throw new AtriumProblem(response.status, answer.error, "No machine token.", null);
    if (this.token) this.token.until = Date.now() + (answer.expires_in - 60) * 1000;
    return answer.access_token;
  }
}

function problemOf(response: Response, problem: { code?: string; detail?: string; title: string }) {
  const wait = response.headers.get("retry-after");
  return new AtriumProblem(
    response.status,
    problem.code ?? null,
    problem.detail ?? problem.title,
    wait === null ? null : Number(wait),
  );
}

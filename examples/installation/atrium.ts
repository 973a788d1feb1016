import { randomUUID } from "node:crypto";
import type { Identity } from "./enrol";
import { json, send } from "./http";
import { type Key, signed } from "./key";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Calls Atrium as this installation, with one token for everything until shortly before it ends. */
export class Atrium {
  private token = { value: "", until: 0 };

  constructor(
    private readonly baseUrl: string,
    private readonly identity: Identity,
    private readonly key: Key,
  ) {}

  /** A call of a route for installations. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const token = await this.accessToken();
    return send<T>(() => [
      this.baseUrl + path,
      body === undefined
        ? { method, headers: { authorization: `Bearer ${token}` } }
        : json(method, body, token),
    ]);
  }

  /** The access token. There is no secret to send: each assertion is signed anew and good for one request. */
  async accessToken(): Promise<string> {
    if (Date.now() < this.token.until) return this.token.value;
    const url = `${this.baseUrl}/oauth/token`;
    const answer = await send<{ access_token: string; expires_in: number }>(() => [
      url,
      {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_assertion_type: ASSERTION_TYPE,
          client_assertion: this.assertion(url),
        }),
      },
    ]);
    this.token = {
      value: answer.access_token,
      until: Date.now() + (answer.expires_in - 60) * 1000,
    };
    return this.token.value;
  }

  private assertion(url: string): string {
    const { installationId } = this.identity;
    const seconds = Math.floor(Date.now() / 1000);
    return signed(this.key, "JWT", {
      iss: installationId,
      sub: installationId,
      aud: url,
      iat: seconds,
      exp: seconds + 60,
      jti: randomUUID(),
    });
  }
}

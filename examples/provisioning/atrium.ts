import type { Settings } from "./settings";

/** A refusal, as the problem document tells it: branch on the status first, then on the code. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    detail: string,
  ) {
    super(`${status}${code ? ` ${code}` : ""}: ${detail}`);
  }
}

/** Calls Atrium with one machine token for everything, kept until shortly before it ends. */
export class Atrium {
  private token = { value: "", until: 0 };

  constructor(private readonly settings: Settings) {}

  /** A call of the management plane, or of a route that needs a runtime scope. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.send<T>(
      method,
      path,
      { authorization: `Bearer ${await this.machineToken()}` },
      body,
    );
  }

  /** A call with the tenant's own identity: what a login begins with. */
  asTenant<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    const { tenantId, tenantSecret } = this.settings;
    const identity = { "x-tenant-id": tenantId, authorization: `Bearer ${tenantSecret}` };
    return this.send<T>("POST", path, { ...identity, ...headers }, body);
  }

  /** Makes something, or finds what an earlier run made: there are no idempotency keys, so a repeated create
   *  is recognised by its 409 and the list is asked. */
  async ensure<T extends { id: string }>(
    path: string,
    plural: string,
    body: Record<string, unknown>,
    same: (one: T) => boolean,
  ): Promise<T> {
    try {
      return await this.call<T>("POST", path, body);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      const list = await this.call<Record<string, T[]>>("GET", path);
      const found = list[plural]?.find(same);
      if (!found) throw error;
      return found;
    }
  }

  private async machineToken(): Promise<string> {
    if (Date.now() < this.token.until) return this.token.value;
    const { baseUrl, clientId, clientSecret } = this.settings;
    const response = await fetch(`${baseUrl}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Refused(response.status, answer.error, answer.error_description);
    this.token = {
      value: answer.access_token,
      until: Date.now() + (answer.expires_in - 60) * 1000,
    };
    return this.token.value;
  }

  private async send<T>(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
    attempt = 1,
  ): Promise<T> {
    const response = await fetch(this.settings.baseUrl + path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    // Only 429 and 503 are worth another try, after the time the service names and a little of our own.
    if ((response.status === 429 || response.status === 503) && attempt < 4) {
      const seconds = Number(response.headers.get("retry-after") ?? 1) + Math.random();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return this.send(method, path, headers, body, attempt + 1);
    }
    const problem = await response.json();
    throw new Refused(response.status, problem.code, problem.detail ?? problem.title);
  }
}

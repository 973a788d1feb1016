/** Output of prisma/seed.ts for a tenant. */
export type Demo = Record<string, string>;

/** An answer of the service, of any status. */
export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

/** A product's backend that signs the demo tenant's users in, at one server of the service. */
export class DirectClient {
  constructor(
    readonly baseUrl: string,
    readonly demo: Demo,
  ) {}

  /** Signs a user in with a password, for a tenant whose policy requires no code.
   *  @returns the activity token of the new session
   *  @throws Error with any other answer */
  async signIn(email = this.demo.email, password = this.demo.password): Promise<string> {
    const first = await this.asTenant("POST", "login/preflight", { email, password });
    const { grant } = first.body;
    if (first.status !== 200 || typeof grant !== "string") throw answeredInstead(first);
    const session = await this.asTenant("POST", "session/exchange", { grant });
    if (session.status !== 200) throw answeredInstead(session);
    return String(session.body.session_activity_token);
  }

  /** Returns the user who is signed in by an activity token. */
  me(activity: string): Promise<Answered> {
    return this.asTenant("GET", "me", undefined, { "x-session-activity": activity });
  }

  /** Returns a new machine token.
   *  @throws Error with any other answer */
  async machineToken(): Promise<string> {
    const { client_id = "", client_secret = "" } = this.demo;
    const answer = await send(`${this.baseUrl}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }),
    });
    if (answer.status !== 200) throw answeredInstead(answer);
    return String(answer.body.access_token);
  }

  /** Calls the management plane. */
  manage(token: string, method: string, path: string, body?: object): Promise<Answered> {
    return send(`${this.baseUrl}/api/v1/management/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** Calls the request-time plane. */
  asTenant(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    return send(`${this.baseUrl}/api/v1/auth/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.demo.tenant_secret}`,
        "x-tenant-id": this.demo.tenant_id ?? "",
        "content-type": "application/json",
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

async function send(url: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(url, init);
  return { status: response.status, body: await response.json().catch(() => ({})) };
}

const answeredInstead = ({ status, body }: Answered) =>
  new Error(`answered ${status} ${JSON.stringify(body)}`);

/** Runs `work` again and again until `stop` is called.
 *  @returns `times`, the number of started runs, and `stop`, which returns that too and the failures */
export function repeatedly(work: (turn: number) => Promise<unknown>): {
  times: () => number;
  stop: () => Promise<{ times: number; failures: string[] }>;
} {
  let going = true;
  let times = 0;
  const failures: string[] = [];
  const running = (async () => {
    while (going) {
      times += 1;
      await work(times).catch((error: unknown) => failures.push(String(error)));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    times: () => times,
    stop: async () => {
      going = false;
      await running;
      return { times, failures };
    },
  };
}

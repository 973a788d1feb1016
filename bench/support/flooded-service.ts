import { startService } from "./running-service";
import type { Steady } from "./steady-requests";

export interface FloodedService {
  /** A login that fails, for another account with every number in the place of `#`, so that no brake turns it away
   *  before it is hashed. */
  login: Sent;
  /** A signed-in user's identity read. */
  me: Sent;
  stop(): Promise<void>;
}

type Sent = Pick<Steady, "url" | "method" | "headers" | "body">;

/** The built service with a user who is signed in. */
export async function floodedService(): Promise<FloodedService> {
  const service = await startService();
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aPolicy } = await import("@/tests/builders/a-policy");
  const { aUser, A_PASSWORD } = await import("@/tests/builders/a-user");
  const tenant = await aTenant({ name: "Bench" });
  await aPolicy(tenant, { loginOtp: "never" });
  const { email } = await aUser(tenant);
  const headers = {
    "content-type": "application/json",
    "x-tenant-id": tenant.publicId,
    authorization: `Bearer ${tenant.tenantSecret}`,
  };
  const post = async (path: string, body: object) => {
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.baseUrl}/api/v1/auth/${path}`, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const { grant } = await post("login/preflight", { email, password: A_PASSWORD });
  const session = await post("session/exchange", { grant });
  const url = `${service.baseUrl}/api/v1/auth`;
  return {
    login: {
      url: `${url}/login/preflight`,
      method: "POST",
      headers,
      body: JSON.stringify({ email: "account-#@example.com", password: "not it at all" }),
    },
    me: {
      url: `${url}/me`,
      method: "GET",
      headers: { ...headers, "x-session-activity": session.session_activity_token ?? "" },
      body: "",
    },
    stop: service.stop,
  };
}

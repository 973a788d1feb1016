import { startService } from "./running-service";

export interface FloodedService {
  baseUrl: string;
  /** A login that fails, each for another account, so that no brake turns it away before it is hashed. */
  login(): { method: "POST"; headers: Record<string, string>; body: string };
  /** What a signed-in user's identity read carries. */
  meHeaders: Record<string, string>;
  stop(): Promise<void>;
}

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
  let account = 0;
  return {
    baseUrl: service.baseUrl,
    login: () => {
      account += 1;
      const body = { email: `account-${account}@example.com`, password: "not it at all" };
      return { method: "POST", headers, body: JSON.stringify(body) };
    },
    meHeaders: { ...headers, "x-session-activity": session.session_activity_token ?? "" },
    stop: service.stop,
  };
}

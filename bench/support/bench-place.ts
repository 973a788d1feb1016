import type { TestEnvironment } from "@/tests/builders/a-tenant";
import type { TestOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, pkce } from "@/tests/support/browser";

/** An environment with an app, a user who may enter it and is signed in, and a relying party. */
export interface BenchPlace {
  baseUrl: string;
  tenant: TestEnvironment;
  tenantHeaders: Record<string, string>;
  machineToken: string;
  relyingParty: TestOidcClient;
  authorizePath: string;
  appId: string;
  userId: string;
  email: string;
  password: string;
  sessionId: string;
  activityToken: string;
  /** A one-time grant, through the login. */
  grant(): Promise<string>;
}

/** Makes one, next to whatever else the service has. */
export async function aBenchPlace(baseUrl: string): Promise<BenchPlace> {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aPolicy } = await import("@/tests/builders/a-policy");
  const { aUser, A_PASSWORD } = await import("@/tests/builders/a-user");
  const { anApp } = await import("@/tests/builders/an-app");
  const { aRole } = await import("@/tests/builders/a-role");
  const { aMember } = await import("@/tests/builders/a-member");
  const { aMachineToken } = await import("@/tests/builders/a-machine-token");
  const { anOidcClient } = await import("@/tests/builders/an-oidc-client");
  const tenant = await aTenant({ name: "Bench" });
  await aPolicy(tenant, { loginOtp: "never" });
  const app = await anApp(tenant);
  const role = await aRole(tenant, { appIds: [app.id] });
  const user = await aUser(tenant);
  await aMember(tenant, { userId: user.id, roleId: role.id });
  const relyingParty = await anOidcClient(tenant, { appId: app.id });
  const tenantHeaders = {
    "x-tenant-id": tenant.publicId,
    authorization: `Bearer ${tenant.tenantSecret}`,
  };
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${baseUrl}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...tenantHeaders },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const grant = async () =>
    (await post("login/preflight", { email: user.email, password: A_PASSWORD })).grant ?? "";
  const session = await post("session/exchange", { grant: await grant() });
  return {
    baseUrl,
    tenant,
    tenantHeaders,
    machineToken: await aMachineToken(tenant, ["tokens:issue", "sessions:validate"]),
    relyingParty,
    authorizePath: authorizeUrl(relyingParty, pkce().challenge),
    appId: app.id,
    userId: user.id,
    email: user.email,
    password: A_PASSWORD,
    sessionId: session.session_id ?? "",
    activityToken: session.session_activity_token ?? "",
    grant,
  };
}

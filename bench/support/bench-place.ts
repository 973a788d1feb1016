import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, pkce } from "@/tests/support/browser";
import { analyze } from "./analyze";

/** A user with a membership that reaches the app, who is signed in. */
export interface Person {
  userId: string;
  email: string;
  password: string;
  sessionId: string;
  activityToken: string;
}

/** An environment with an app, users who may enter it and are signed in, and a relying party. */
export interface BenchPlace extends Person {
  baseUrl: string;
  tenant: TestEnvironment;
  tenantHeaders: Record<string, string>;
  machineToken: string;
  relyingParty: TestOidcClient;
  authorizePath: string;
  appId: string;
  /** All users; the fields of the place itself are the first one's. */
  people: Person[];
}

/** Makes a tenant with users, beside everything else in the service. */
export async function aBenchPlace(baseUrl: string, peopleCount = 1): Promise<BenchPlace> {
  const tenant = await aTenant({ name: "Bench" });
  await aPolicy(tenant, { loginOtp: "never" });
  const app = await anApp(tenant);
  const role = await aRole(tenant, { appIds: [app.id] });
  const relyingParty = await anOidcClient(tenant, { appId: app.id });
  const tenantHeaders = {
    "content-type": "application/json",
    "x-tenant-id": tenant.publicId,
    authorization: `Bearer ${tenant.tenantSecret}`,
  };
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const request = { method: "POST", headers: tenantHeaders, body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/api/v1/auth/${path}`, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const password = A_PASSWORD;
  const aPerson = async (): Promise<Person> => {
    const { id: userId, email } = await aUser(tenant);
    await aMember(tenant, { userId, roleId: role.id });
    const { grant } = await post("login/preflight", { email, password });
    const session = await post("session/exchange", { grant });
    const [sessionId = "", activityToken = ""] = [
      session.session_id,
      session.session_activity_token,
    ];
    return { userId, email, password, sessionId, activityToken };
  };
  const first = await aPerson();
  const people = [first];
  while (people.length < peopleCount) people.push(await aPerson());
  await analyze();
  return {
    ...first,
    baseUrl,
    tenant,
    tenantHeaders,
    machineToken: await aMachineToken(tenant, ["tokens:issue", "sessions:validate"]),
    relyingParty,
    authorizePath: authorizeUrl(relyingParty, pkce().challenge),
    appId: app.id,
    people,
  };
}

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ISSUER } from "./addresses";
import { answerTo } from "./answer-to";

/** The suite as a receiver of security events, and the events for it. */
export interface ConformanceReceiver {
  client: { client_id: string; client_secret: string; scope: string };
  /** Causes events: a user chooses a password, signs in and is suspended. */
  causeEvents: () => Promise<void>;
}

interface Place {
  tenant: string;
  environment: string;
  token: () => Promise<string>;
}

const SCOPE = "users:read roles:read packages:read entitlements:read workspaces:read";

const credential = z.object({ client_id: z.string(), client_secret: z.string() });
const operator = z.object({ token: z.string() });
const tenantSecret = z.object({ secret: z.string() });
const made = z.object({ id: z.string(), set_password: z.object({ token: z.string() }) });
const granted = z.object({ grant: z.string() });

/** Makes the receiver's credential.
 *  @param atrium runs the command line
 *  @param place where; `token` takes a new machine token that writes users there, because one lives for a
 *  quarter of an hour */
export async function aReceiver(
  atrium: (...words: string[]) => Promise<unknown>,
  place: Place,
): Promise<ConformanceReceiver> {
  const { tenant, environment } = place;
  const words = [
    ...["credential", "create", "--tenant", tenant, "--environment", environment],
    ...["--name", "Receiver", "--purpose", "management_automation"],
    ...["--scopes", SCOPE.replaceAll(" ", ",")],
  ];
  const client = { ...credential.parse(await atrium(...words)), scope: SCOPE };
  const { token } = operator.parse(
    await atrium("operator", "token", "create", "--name", "Conformance"),
  );
  const secrets = `/api/v1/operator/tenants/${tenant}/environments/${environment}/tenant-secrets`;
  const { secret } = tenantSecret.parse(await post(secrets, { authorization: `Bearer ${token}` }));
  return { client, causeEvents: () => happen(place, secret) };
}

async function happen({ tenant, token }: Place, secret: string): Promise<void> {
  const backend = { authorization: `Bearer ${secret}`, "x-tenant-id": tenant };
  const machine = { authorization: `Bearer ${await token()}` };
  const users = "/api/v1/management/users";
  const unique = randomBytes(12).toString("base64url");
  const user = made.parse(await post(users, machine, { email: `${unique}@op.example` }));
  const chosen = { token: user.set_password.token, new_password: `${unique} and more` };
  const { grant } = granted.parse(await post("/api/v1/auth/password/redeem", backend, chosen));
  await post("/api/v1/auth/session/exchange", backend, { grant });
  await post(`${users}/${user.id}/suspend`, machine, {});
}

function post(path: string, headers: Record<string, string>, body: object = {}): Promise<unknown> {
  return answerTo(`${ISSUER}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

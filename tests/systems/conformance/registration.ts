import { randomBytes } from "node:crypto";
import { z } from "zod";
import { atrium, type Variables } from "../harness/installation";
import { ISSUER } from "./addresses";
import { answerTo } from "./answer-to";
import { type ClientKeys, makeClientKeys } from "./client-keys";
import { aReceiver, type ConformanceReceiver } from "./receiver";

const FILE = "conformance/tenant.yaml";
const ENVIRONMENT = "production";

/** Clients, keys and user for the suite and its person at the browser. */
export interface Registered {
  /** Clients by the keys of conformance/tenant.yaml. */
  clients: ReadonlyMap<string, ClientSecret>;
  /** Keys of the strict ones. */
  keys: ClientKeys;
  /** A machine credential, with which one of their servers introspects tokens. */
  credential: Credential;
  /** Returns a new token of it for access decisions: a token lives for a quarter of an hour, and all plans
   *  take longer. */
  newAccessToken: () => Promise<string>;
  user: { email: string; password: string };
  /** The receiver of security events. */
  receiver: ConformanceReceiver;
}

/** A machine credential of the tenant's. */
type Credential = z.infer<typeof credential>;

/** Id and secret of a relying party. */
export interface ClientSecret {
  client_id: string;
  /** Null for one that has none. */
  client_secret: string | null;
}

const secret = z.object({
  key: z.string(),
  client_id: z.string(),
  client_secret: z.string().nullish(),
});
const applied = z.object({ tenant: z.string(), secrets: z.array(secret) });
const credential = z.object({ client_id: z.string(), client_secret: z.string() });
const roleList = z.object({ roles: z.array(z.object({ id: z.string(), key: z.string() })) });
const made = z.object({ id: z.string() });

/** Makes the tenant of the file and one user of it, as an operator and a tenant's backend do. */
export async function register(env: Variables): Promise<Registered> {
  const here = (...words: string[]) => atrium(env, ...words);
  const { tenant, secrets } = applied.parse(await here("tenant", "apply", FILE, "--create"));
  const place = ["--tenant", tenant, "--environment", ENVIRONMENT];
  const scopes = "users:write,roles:read,workspaces:write";
  const kind = ["--purpose", "management_automation", "--scopes", scopes];
  const machine = credential.parse(
    await here("credential", "create", ...place, "--name", "Conformance", ...kind),
  );
  const resource = ["--purpose", "management_automation", "--scopes", "entitlements:read"];
  const asking = credential.parse(
    await here("credential", "create", ...place, "--name", "Resource", ...resource),
  );
  const user = { email: "ada@op.example", password: randomBytes(18).toString("base64url") };
  const token = () => machineToken(machine);
  await makeUsers(await token(), user);
  const receiver = await aReceiver(here, { tenant, environment: ENVIRONMENT, token });
  return {
    clients: new Map(
      secrets.map(({ key, client_id, client_secret }) => [
        key,
        { client_id, client_secret: client_secret ?? null },
      ]),
    ),
    keys: await makeClientKeys(),
    credential: asking,
    newAccessToken: () => machineToken(asking),
    user,
    receiver,
  };
}

async function machineToken(machine: z.infer<typeof credential>): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...machine });
  const { access_token } = z
    .object({ access_token: z.string() })
    .parse(await answerTo(`${ISSUER}/oauth/token`, { method: "POST", body }));
  return access_token;
}

/** Makes the user at the browser, and the users of AuthZEN's scenarios, who have ids of the product's own. */
async function makeUsers(token: string, user: Registered["user"]): Promise<void> {
  const ask = (path: string, body?: unknown) =>
    answerTo(`${ISSUER}/api/v1/management/${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const { roles } = roleList.parse(await ask("roles"));
  const role = (key: string) => roles.find((one) => one.key === key)?.id;
  const organization = made.parse(await ask("organizations", { name: "Analytical Engines" }));
  await ask("users", {
    ...user,
    display_name: "Ada Lovelace",
    email_verified: true,
    organization_id: organization.id,
    role_id: role("member"),
  });
  for (const name of ["alice", "bob"])
    await ask("users", {
      ...{ email: `${name}@op.example`, external_id: name },
      ...{ organization_id: organization.id, role_id: role(name) },
    });
}

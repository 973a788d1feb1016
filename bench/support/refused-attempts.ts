import { POST as preflight } from "@/app/api/v1/auth/login/preflight/route";
import { POST as forgotten } from "@/app/api/v1/auth/password/forgot/route";
import { POST as token } from "@/app/oauth/token/route";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

/** Calls a route once. */
export type Attempt = () => Promise<Response> | Response;

/** Addresses of one length: nothing may differ but the cause. */
const address = (name: string) => `${name.padEnd(12, "x")}@example.com`;

function posting(
  tenant: TestEnvironment,
  handler: typeof preflight,
  path: string,
  body: object,
): Attempt {
  const headers = {
    authorization: `Bearer ${tenant.tenantSecret}`,
    "x-tenant-id": tenant.publicId,
    "content-type": "application/json",
  };
  return async () => {
    const request = new Request(`http://localhost:3000/api/v1/auth/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return handler(request, { params: Promise.resolve({}) });
  };
}

function loggingIn(tenant: TestEnvironment, name: string): Attempt {
  const body = { email: address(name), password: "not it at all" };
  return posting(tenant, preflight, "login/preflight", body);
}

/** Refused logins and forgotten passwords, by cause. */
export async function attempts() {
  const tenant = await aTenant();
  await aUser(tenant, { email: address("known") });
  await aUser(tenant, { email: address("suspended"), suspended: true });
  await aUser(tenant, { email: address("bare"), password: null });
  const login = (name: string) => loggingIn(tenant, name);
  const forgot = (name: string) =>
    posting(tenant, forgotten, "password/forgot", { email: address(name) });
  return {
    login: {
      "wrong password": login("known"),
      "unknown address": login("unknown"),
      "suspended user": login("suspended"),
      "user without a password": login("bare"),
    },
    forgot: {
      "known address": forgot("known"),
      "unknown address": forgot("unknown"),
      "suspended user": forgot("suspended"),
    },
  };
}

/** Measures tokens refused for a wrong secret, with existing and with unknown client ids, by kind of client:
 *  the ids of one kind have one form, and two kinds may differ in cost. */
export async function refusedTokens() {
  const tenant = await aTenant();
  const { clientId, clientSecret } = await anOidcClient(tenant);
  const unknownId = (id: string) => `${id.slice(0, -6)}${id.endsWith("x") ? "zzzzzz" : "xxxxxx"}`;
  const secret = `${clientSecret.slice(0, -6)}wrong_`;
  const asking = (id: string): Attempt => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const url = "http://localhost:3000/oauth/token";
    const body = "grant_type=client_credentials";
    return () =>
      token(new Request(url, { method: "POST", headers, body }), { params: Promise.resolve({}) });
  };
  return Object.entries({ credential: tenant.clientId, "OIDC client": clientId }).map(
    ([kind, id]) =>
      [kind, { "wrong secret": asking(id), "unknown id": asking(unknownId(id)) }] as const,
  );
}

/** Refused logins in an environment with imported hashes of one kind, and of one user who has signed in
 *  since. */
export async function importedLogins() {
  const key = Buffer.alloc(32, 1).toString("base64").replace(/=+$/, "");
  // Cheap hashes: the cheaper the hash, the more any other difference shows.
  const kinds = {
    bcrypt: "$2b$08$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    scrypt: `$scrypt$ln=12,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$${key}`,
    argon2: `$argon2id$v=19$m=16384,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$${key}`,
  };
  const all = Object.entries(kinds).map(async ([kind, passwordHash]) => {
    const tenant = await aTenant();
    await aUser(tenant, { email: address("imported"), passwordHash });
    await aUser(tenant, { email: address("suspended"), passwordHash, suspended: true });
    await aUser(tenant, { email: address("returned") });
    const login = (name: string) => loggingIn(tenant, name);
    const causes = {
      "imported user": login("imported"),
      "unknown address": login("unknown"),
      "user who has been back": login("returned"),
      "suspended imported user": login("suspended"),
    };
    return [kind, causes] as const;
  });
  return Promise.all(all);
}

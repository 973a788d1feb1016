// Do response times reveal whether an account exists? Interleaved calls of the route handlers themselves,
// without a network that would hide a difference, and Welch's t between each pair of causes.
import { median } from "./support/load";
import { ownDatabase } from "./support/own-database";
import { cropped, welch } from "./support/welch";

const PAIRS = Number(process.env.BENCH_PAIRS ?? 2_000);
/** Threshold at which leakage tests call a difference real (TVLA). */
const BAR = 4.5;
const QUANTILES = [1, 0.99, 0.95, 0.9, 0.75, 0.5];

type Attempt = () => Promise<Response> | Response;

/** Refused logins, forgotten passwords and refused tokens, by cause, and refused logins where users are
 *  imported, by kind of hash. */
export async function run(): Promise<void> {
  const wide = "100000000";
  const database = await ownDatabase({
    ATRIUM_LIMIT_LOGIN_FAILURES: wide,
    ATRIUM_LIMIT_FORGOT_SENDS: wide,
    ATRIUM_LIMIT_TOKEN_REQUESTS: wide,
    ATRIUM_LIMIT_OAUTH_NETWORK_REQUESTS: wide,
  });
  try {
    const { login, forgot } = await attempts();
    const imported = await importedLogins();
    const tokens = await refusedTokens();
    console.log(`${PAIRS} interleaved calls a cause; |t| below ${BAR} is no difference.`);
    let worst = 0;
    for (const [path, causes, expected] of [
      ["login/preflight", login, 401],
      ["password/forgot", forgot, 202],
      ...tokens.map(([kind, causes]) => [`oauth/token, ${kind}`, causes, 401] as const),
      ...imported.map(([kind, causes]) => [`login/preflight, ${kind}`, causes, 401] as const),
    ] as const) {
      const times = await measure(causes, expected);
      worst = Math.max(worst, report(path, times));
    }
    console.log(`\nThe largest |t| is ${worst.toFixed(2)}: ${worst < BAR ? "passed" : "FAILED"}`);
  } finally {
    await database.stop();
  }
}

/** Addresses of one length: nothing may differ but the cause. */
const address = (name: string) => `${name.padEnd(12, "x")}@example.com`;

type Handler = typeof import("@/app/api/v1/auth/login/preflight/route")["POST"];

function posting(
  tenant: { tenantSecret: string; publicId: string },
  handler: Handler,
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

async function attempts() {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aUser } = await import("@/tests/builders/a-user");
  const { POST: preflight } = await import("@/app/api/v1/auth/login/preflight/route");
  const { POST: forgotten } = await import("@/app/api/v1/auth/password/forgot/route");
  const tenant = await aTenant();
  await aUser(tenant, { email: address("known") });
  await aUser(tenant, { email: address("suspended"), suspended: true });
  await aUser(tenant, { email: address("bare"), password: null });
  const login = (name: string) =>
    posting(tenant, preflight, "login/preflight", {
      email: address(name),
      password: "not it at all",
    });
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
async function refusedTokens() {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { anOidcClient } = await import("@/tests/builders/an-oidc-client");
  const { POST } = await import("@/app/oauth/token/route");
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
      POST(new Request(url, { method: "POST", headers, body }), { params: Promise.resolve({}) });
  };
  return Object.entries({ credential: tenant.clientId, "OIDC client": clientId }).map(
    ([kind, id]) =>
      [kind, { "wrong secret": asking(id), "unknown id": asking(unknownId(id)) }] as const,
  );
}

/** Refused logins in an environment with imported hashes of one kind, and of one user who has signed in
 *  since. */
async function importedLogins() {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aUser } = await import("@/tests/builders/a-user");
  const { POST: preflight } = await import("@/app/api/v1/auth/login/preflight/route");
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
    const login = (name: string) =>
      posting(tenant, preflight, "login/preflight", {
        email: address(name),
        password: "not it at all",
      });
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

async function measure(
  causes: Record<string, Attempt>,
  expected: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(causes).map((cause) => [cause, []]));
  for (let round = -50; round < PAIRS; round++) {
    for (const [cause, attempt] of shuffled(Object.entries(causes))) {
      const startedAt = performance.now();
      const response = await attempt();
      const took = performance.now() - startedAt;
      if (response.status !== expected) throw new Error(`${cause}: answered ${response.status}`);
      // The first rounds warm everything up.
      if (round >= 0) times.get(cause)?.push(took);
    }
  }
  return times;
}

/** Every order equally likely (Fisher and Yates), so that no cause always follows the same other. */
function shuffled<T>(items: readonly T[]): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return order;
}

/** Prints each cause beside the first and returns the largest |t|. */
function report(path: string, times: Map<string, number[]>): number {
  const [[reference, base] = ["", []], ...others] = times;
  console.log(`\n${path}: ${reference}, median ${median(base).toFixed(3)} ms`);
  let worst = 0;
  for (const [cause, values] of others) {
    const scores = QUANTILES.map((quantile) => welch(...cropped(values, base, quantile)));
    worst = Math.max(worst, ...scores.map(Math.abs));
    const shown = scores.map((t, index) => `${(QUANTILES[index] ?? 1) * 100}%: ${t.toFixed(2)}`);
    console.log(
      `  ${cause.padEnd(26)} median ${median(values).toFixed(3)} ms   t ${shown.join("  ")}`,
    );
  }
  return worst;
}

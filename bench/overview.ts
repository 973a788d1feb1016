// The three figures the service is held against, each beside its limit in the same run: one process each.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { argon2Hash, argon2Verify } from "@/lib/passwords/argon2";
import { freePort } from "@/scripts/postgres/free-port";
import { type Comparison, compare } from "./support/compare";
import { requestsPerSecond } from "./support/load";
import { end, startNext, startService } from "./support/running-service";

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

/** Machine tokens, identity reads and direct logins, each as a ratio of what bounds it. */
export async function run(): Promise<Comparison[]> {
  const service = await startService();
  const [empty, bare] = [await startEmptyNext(), await startBareProvider()];
  try {
    const { aTenant } = await import("@/tests/builders/a-tenant");
    const tenant = await aTenant({ name: "Bench" });
    const user = await signedInUser(service.baseUrl, tenant);
    const done: Comparison[] = [];
    console.log(
      `One process each, ${availableParallelism()} cores, medians of interleaved rounds.`,
    );
    done.push(
      await compare(
        "Machine tokens: POST /oauth/token",
        {
          pid: service.pid,
          name: "Atrium (PostgreSQL, brakes, row-level security)",
          round: (seconds) =>
            requestsPerSecond(
              {
                url: `${service.baseUrl}/oauth/token`,
                method: "POST",
                headers: form,
                body: grantBody(tenant.clientId, tenant.clientSecret),
              },
              seconds,
            ),
        },
        {
          pid: bare.pid,
          name: "node-oidc-provider in memory on node:http",
          round: (seconds) =>
            requestsPerSecond(
              {
                url: `${bare.baseUrl}/token`,
                method: "POST",
                headers: form,
                body: grantBody("bench", "bench-secret"),
              },
              seconds,
            ),
        },
      ),
    );
    done.push(
      await compare(
        "Identity: GET /api/v1/auth/me",
        {
          pid: service.pid,
          name: "Atrium (session, policy, memberships)",
          round: (seconds) =>
            requestsPerSecond(
              { url: `${service.baseUrl}/api/v1/auth/me`, headers: user.meHeaders },
              seconds,
            ),
        },
        {
          pid: empty.pid,
          name: "an empty Next route handler",
          round: (seconds) => requestsPerSecond({ url: `${empty.baseUrl}/api/empty` }, seconds),
        },
      ),
    );
    done.push(
      await compare(
        "Direct logins: POST /api/v1/auth/login/preflight",
        {
          pid: service.pid,
          name: "Atrium (brakes, audit, grant)",
          round: (seconds) =>
            requestsPerSecond(
              {
                url: `${service.baseUrl}/api/v1/auth/login/preflight`,
                method: "POST",
                headers: { ...json, ...user.tenantHeaders },
                body: user.loginBody,
              },
              seconds,
            ),
        },
        { name: "argon2id by the fastest engine installed", round: bareHashing },
      ),
    );
    return done;
  } finally {
    await Promise.all([service.stop(), empty.stop(), bare.stop()]);
  }
}

const grantBody = (id: string, secret: string) =>
  `grant_type=client_credentials&client_id=${id}&client_secret=${secret}&scope=users%3Aread`;

/** A user who needs no code, with what it takes to sign in again and to ask who is signed in. */
async function signedInUser(
  baseUrl: string,
  tenant: { publicId: string; tenantSecret: string } & Parameters<
    typeof import("@/tests/builders/a-user").aUser
  >[0],
) {
  const { aUser } = await import("@/tests/builders/a-user");
  const { inTenant } = await import("@/lib/db");
  const password = randomBytes(12).toString("base64url");
  const email = "bench@example.com";
  await aUser(tenant, { email, password });
  await inTenant(tenant, ({ sql, tenantId }) =>
    sql.tenantSecurityPolicy.create({ data: { tenantId, loginOtp: "never" } }),
  );
  const tenantHeaders = {
    "x-tenant-id": tenant.publicId,
    authorization: `Bearer ${tenant.tenantSecret}`,
  };
  const loginBody = JSON.stringify({ email, password });
  const post = async (path: string, body: string) => {
    const response = await fetch(baseUrl + path, {
      method: "POST",
      headers: { ...json, ...tenantHeaders },
      body,
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { grant } = await post("/api/v1/auth/login/preflight", loginBody);
  const session = await post("/api/v1/auth/session/exchange", JSON.stringify({ grant }));
  const meHeaders = { ...tenantHeaders, "x-session-activity": session.session_activity_token };
  return { tenantHeaders, loginBody, meHeaders };
}

async function bareHashing(seconds: number): Promise<number> {
  const stored = await argon2Hash("bench");
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < until) {
      await argon2Verify(stored, "bench");
      done += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return done / ((performance.now() - begun) / 1000);
}

async function startEmptyNext() {
  const folder = join(import.meta.dirname, "empty-next");
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  // webpack, because Turbopack takes the instrumentation and proxy of the repository for its own.
  const command = [next, "build", folder, "--webpack"];
  const built = spawnSync(process.execPath, command, { env, encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  const port = await freePort();
  const child = await startNext(folder, port, env);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: () => end(child),
    pid: child.pid ?? 0,
  };
}

async function startBareProvider() {
  const port = await freePort();
  const file = join(import.meta.dirname, "support/bare-provider.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${baseUrl}/jwks`).catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { baseUrl, stop: () => end(child), pid: child.pid ?? 0 };
}

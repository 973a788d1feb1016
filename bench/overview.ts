// The service's key figures, each beside its limit in the same run: one process each.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { BenchPlace } from "./support/bench-place";
import { COLUMNS, type Contender, compare } from "./support/compare";
import {
  BARE_CLIENT,
  CONNECTIONS,
  hashFor,
  type Load,
  requestsPerSecond,
  tokenLoad,
} from "./support/load";
import { startBareProvider } from "./support/running-bare-provider";
import { startServer, startService } from "./support/running-service";
import { table } from "./support/table";

const json = { "content-type": "application/json" };

/** As many users as connections: each makes its own requests. */
const CALLERS = CONNECTIONS;

/** Machine tokens, identity reads, validations and direct logins, each as a ratio to its limit. */
export async function run(): Promise<string> {
  const service = await startService();
  const [empty, bare] = [await startEmptyNext(), await startBareProvider()];
  try {
    const { aBenchPlace } = await import("./support/bench-place");
    const place = await aBenchPlace(service.baseUrl, CALLERS);
    const loads = loadsOf(place);
    const ours = (name: string, load: Load): Contender => ({
      pid: service.pid,
      name,
      round: (seconds) => requestsPerSecond(load, seconds),
    });
    const emptyNext: Contender = {
      pid: empty.pid,
      name: "an empty Next route handler",
      round: (seconds) => requestsPerSecond({ url: `${empty.baseUrl}/api/empty` }, seconds),
    };
    const tokensInMemory: Contender = {
      pid: bare.pid,
      name: "node-oidc-provider in memory on node:http",
      round: (seconds) =>
        requestsPerSecond(tokenLoad(`${bare.baseUrl}/token`, BARE_CLIENT), seconds),
    };
    const hashing = { name: "argon2id by the fastest engine installed", round: bareHashing };
    console.log(
      `One process each, ${availableParallelism()} cores, medians of interleaved rounds.`,
    );
    return table(COLUMNS, [
      ...(await compare(
        "Machine tokens: POST /oauth/token",
        ours("Atrium (PostgreSQL, brakes, row-level security)", loads.tokens),
        tokensInMemory,
      )),
      ...(await compare(
        "Identity: GET /api/v1/auth/me",
        ours(`Atrium (session, policy, memberships; ${CALLERS} users)`, loads.me),
        emptyNext,
      )),
      ...(await compare(
        "Validation: POST /api/v1/auth/session/validate",
        ours(`Atrium (session, policy; ${CALLERS} users)`, loads.validate),
        emptyNext,
      )),
      ...(await compare(
        "Direct logins: POST /api/v1/auth/login/preflight",
        ours("Atrium (brakes, audit, grant)", loads.logins),
        hashing,
        // Code that runs a hundred times a second takes its time to be compiled.
        { warmUpSeconds: 30 },
      )),
    ]);
  } finally {
    await Promise.all([service.stop(), empty.stop(), bare.stop()]);
  }
}

function loadsOf(place: BenchPlace): Record<"tokens" | "me" | "validate" | "logins", Load> {
  const auth = `${place.baseUrl}/api/v1/auth`;
  const asTenant = place.tenantHeaders;
  const asMachine = { ...json, authorization: `Bearer ${place.machineToken}` };
  const { people } = place;
  return {
    tokens: tokenLoad(`${place.baseUrl}/oauth/token`, place.tenant),
    me: {
      url: `${auth}/me`,
      callers: people.map(({ activityToken }) => ({
        headers: { ...asTenant, "x-session-activity": activityToken },
      })),
    },
    validate: {
      url: `${auth}/session/validate`,
      method: "POST",
      callers: people.map(({ sessionId }) => ({
        headers: asMachine,
        body: JSON.stringify({ session_id: sessionId }),
      })),
    },
    logins: {
      url: `${auth}/login/preflight`,
      method: "POST",
      callers: people.map(({ email, password }) => ({
        headers: asTenant,
        body: JSON.stringify({ email, password }),
      })),
    },
  };
}

async function bareHashing(seconds: number): Promise<number> {
  const startedAt = performance.now();
  const lanes = Array.from({ length: availableParallelism() }, () => hashFor(seconds));
  const done = (await Promise.all(lanes)).reduce((sum, one) => sum + one, 0);
  return done / ((performance.now() - startedAt) / 1000);
}

async function startEmptyNext() {
  const folder = join(import.meta.dirname, "empty-next");
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  // webpack, because Turbopack would load the repository's instrumentation and proxy.
  const command = [next, "build", folder, "--webpack"];
  const built = spawnSync(process.execPath, command, { env, encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return startServer((port) => [next, "start", folder, "-p", String(port), "-H", "127.0.0.1"], env);
}

// Run as a process by running-paths.ts: a service with users (TENANTS, USERS) and a history (EVENTS,
// SESSIONS), which serves the parent's messages until it gets `stop`.
import pg from "pg";
import type { BenchPlace } from "./bench-place";
import { dropPast } from "./drop-past";
import { fillDatabase } from "./grown-database";
import { fillHistory, settled } from "./history";
import { pathRound, preparedCalls, sendCalls } from "./path-rounds";
import { explained, explaining } from "./plans";
import { postmaster } from "./postmaster";
import type { PathsRequest } from "./running-paths";
import { startService } from "./running-service";

const PLACES = 10;
const size = (name: string) => Number(process.env[name] ?? 0);

const service = await startService({}, explained);
const { hotPaths } = await import("./hot-paths");
const { aBenchPlace } = await import("./bench-place");
const postgres = await postmaster(service.adminUrl);
const places: BenchPlace[] = [];
while (places.length < PLACES) places.push(await aBenchPlace(service.baseUrl));
const measured = places.map(({ tenant }) => tenant.environmentId);
await fillDatabase(service.adminUrl, {
  tenants: size("TENANTS"),
  users: size("USERS"),
  measured,
});
const [events, sessions] = [size("EVENTS"), size("SESSIONS")];
if (events > 0) await fillHistory(service.adminUrl, { events, sessions }, measured);

process.on("message", async (ask: PathsRequest) => {
  try {
    process.send?.({ answer: await answered(ask) });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
  if (ask.what === "stop") process.exit(0);
});
// The parent process is gone.
process.on("disconnect", () => void service.stop().finally(() => process.exit(1)));
process.send?.({ answer: "ready" });

async function answered(ask: PathsRequest): Promise<unknown> {
  switch (ask.what) {
    case "stop":
      return service.stop();
    case "settle":
      return withDatabase(settled);
    case "drop":
      return dropPast(service.adminUrl, places);
    default:
      return ofPath(ask);
  }
}

async function ofPath(ask: Extract<PathsRequest, { path: string }>): Promise<unknown> {
  const { path: pathName } = ask;
  const path = hotPaths.find(({ name }) => name === pathName);
  if (!path) throw new Error(`There is no path called ${pathName}`);
  if (ask.what === "round")
    return pathRound(path, places, ask.requests, { web: service.pid, postgres });
  const calls = await preparedCalls(path, places, PLACES);
  return explaining(service.adminUrl, async () => {
    await sendCalls(path, calls);
    return calls.length;
  });
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { pathname } = new URL(process.env.DATABASE_URL ?? "");
  const client = new pg.Client({ connectionString: new URL(pathname, service.adminUrl).href });
  await client.connect();
  return work(client).finally(() => client.end());
}

import { isTest } from "./code-files";
import type { Finding } from "./finding";
import type { ImportGraph } from "./import-graph";

/** Entry points of the processes that serve requests and work on jobs. */
const SERVING = /^(app|host)\//;
const PRISMA = /^(generated\/prisma|lib\/kernel\/db\/prisma-transaction|@prisma\/)/;

/** Files that decide about logins, sessions, tokens, revocations, and the caller's identity. */
const DECIDING =
  /^lib\/(core\/(login|sessions|access|credentials|passwords|password-links|one-time|one-time-codes|trusted-devices|account-security|enrolment|backchannel-logout|external-identities|oidc|oidc-clients|oidc-payloads|device-codes|signing-keys|security-policy|tenants|installations|user-lifecycle|factors|dashboard-sign-in|administrators\/(live|factor)-[a-z-]+|http\/(authenticate|callers)[a-z-]*)|kernel\/rate-limits|features\/(archives|authzen|configuration|migration\/previous-system))(\/|\.|$)/;
/** Modules that read from a replica. */
const LATE = /^lib\/kernel\/db\/(late-read|late-listing|replica)\.ts$/;
const READS_NOTHING_LATE = [
  // Sends lists; every route loads it with its wrapper. It reads late only the lists that a route declares.
  "lib/core/http/answers.ts",
  // Reports the replica's state, and reads no row.
  "lib/kernel/db/connection-metrics.ts",
];

/** Finds import paths by which a process that runs only SQL would load Prisma's client, which costs it memory
 *  and time to start. */
export function prismaReachFindings(graph: ImportGraph): Finding[] {
  const reached = shortestPaths(graph, SERVING, PRISMA);
  const instead = "write its store functions as SQL on Queryable";
  return reached.map((path) => finding(path, "loads Prisma in a process without it", instead));
}

/** Finds import paths from a decision to a read on a replica. */
export function lateReachFindings(graph: ImportGraph): Finding[] {
  const reached = shortestPaths(graph, DECIDING, LATE, READS_NOTHING_LATE);
  const instead = "read it by inBatch or inTransaction, which ask the primary";
  return reached.map((path) => finding(path, "may read on a replica what is decided by", instead));
}

/** Returns the shortest import path to each file that loads one of some modules. An import of types alone
 *  loads nothing.
 *  @param from where the paths begin; tests do not
 *  @param past files that no path goes through */
function shortestPaths(graph: ImportGraph, from: RegExp, to: RegExp, past: string[] = []) {
  const entries = [...graph.keys()].filter((file) => from.test(file) && !isTest(file));
  const paths = new Map<string, string[]>(entries.map((file) => [file, [file]]));
  const reached: string[][] = [];
  // A Map yields entries that are added during iteration: this is a breadth-first search.
  for (const [file, path] of paths) {
    const loads = graph.get(file)?.loads ?? [];
    const end = loads.find((loaded) => to.test(loaded));
    if (end) reached.push([...path, end]);
    for (const next of loads)
      if (!paths.has(next) && !to.test(next) && !past.includes(next))
        paths.set(next, [...path, next]);
  }
  return reached;
}

function finding(path: string[], problem: string, instead: string): Finding {
  return { file: path.at(-2) ?? "", problem: `${problem}: ${path.join(" → ")}`, instead };
}

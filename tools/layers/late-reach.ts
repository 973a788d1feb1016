import type { Finding } from "./finding";
import type { ImportGraph } from "./import-graph";
import { isTest } from "./test-files";

/** Files that decide about logins, sessions, tokens, revocations, and the caller's identity. */
const DECIDING =
  /^lib\/(core\/(login|sessions|access|credentials|passwords|password-links|one-time|one-time-codes|trusted-devices|account-security|enrolment|backchannel-logout|external-identities|oidc|oidc-clients|oidc-payloads|device-codes|signing-keys|security-policy|tenants|installations|user-lifecycle|factors|dashboard-sign-in|administrators\/(live|factor)-[a-z-]+|http\/(authenticate|callers)[a-z-]*)|kernel\/rate-limits|features\/(archives|authzen|configuration|migration\/previous-system))(\/|\.|$)/;
/** Modules that read from a replica. */
const LATE = /^lib\/kernel\/db\/(late-read|late-listing|replica)\.ts$/;
/** Sends lists; every route loads it with its wrapper. It reads late only the lists that a route declares. */
const IGNORED = "lib/core/http/answers.ts";

/** Finds import paths from a decision to a read on a replica. Each reader is reported once, with the shortest
 *  path to it. */
export function lateReachFindings(graph: ImportGraph): Finding[] {
  const entries = [...graph.keys()].filter((file) => DECIDING.test(file) && !isTest(file));
  const ways = new Map<string, string[]>(entries.map((file) => [file, [file]]));
  const findings: Finding[] = [];
  // A Map yields entries that are added during iteration: this is a breadth-first search.
  for (const [file, way] of ways) {
    const loads = graph.get(file)?.loads ?? [];
    for (const next of loads) {
      if (LATE.test(next)) findings.push(finding([...way, next]));
      else if (!ways.has(next) && next !== IGNORED && !isGauge(next))
        ways.set(next, [...way, next]);
    }
  }
  return findings;
}

/** It reports the replica's state, and reads no row. */
const isGauge = (file: string) => file === "lib/kernel/db/connection-metrics.ts";

function finding(way: string[]): Finding {
  return {
    file: way.at(-2) ?? "",
    problem: `may read on a replica what is decided by: ${way.join(" → ")}`,
    instead: "read it by inBatch or inTransaction, which ask the primary",
  };
}

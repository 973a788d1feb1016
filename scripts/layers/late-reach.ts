import type { Finding } from "./finding";
import type { ImportGraph } from "./import-graph";
import { isTest } from "./test-files";

/** Where it is decided about logins, sessions, tokens, revocations, and who is calling. */
const DECIDING =
  /^lib\/(core\/(login|sessions|access|credentials|passwords|password-links|one-time|one-time-codes|trusted-devices|account-security|enrolment|backchannel-logout|external-identities|oidc|oidc-clients|oidc-payloads|device-codes|signing-keys|security-policy|tenants|installations|user-lifecycle|factors|dashboard-sign-in|administrators\/(live|factor)-[a-z-]+|http\/(authenticate|callers)[a-z-]*)|kernel\/rate-limits|features\/(configuration|archives))(\/|\.|$)/;
/** What reads on a replica. */
const LATE = /^lib\/kernel\/db\/(late-read|late-listing|replica)\.ts$/;
/** How lists are sent, which every route loads with its wrapper. It reads late only what a route declares as a list. */
const PASSED_OVER = "lib/core/http/answers.ts";

/** Ways by which what is decided could come to be read on a replica. Each reader is told once, with the shortest way to it. */
export function lateReachFindings(graph: ImportGraph): Finding[] {
  const entries = [...graph.keys()].filter((file) => DECIDING.test(file) && !isTest(file));
  const ways = new Map<string, string[]>(entries.map((file) => [file, [file]]));
  const findings: Finding[] = [];
  // A Map yields what is added while it is walked: this is a search by breadth.
  for (const [file, way] of ways) {
    const loads = graph.get(file)?.loads ?? [];
    for (const next of loads) {
      if (LATE.test(next)) findings.push(finding([...way, next]));
      else if (!ways.has(next) && next !== PASSED_OVER && !isGauge(next))
        ways.set(next, [...way, next]);
    }
  }
  return findings;
}

/** It says how the replica is, and reads no row. */
const isGauge = (file: string) => file === "lib/kernel/db/connection-metrics.ts";

function finding(way: string[]): Finding {
  return {
    file: way.at(-2) ?? "",
    problem: `may read on a replica what is decided by: ${way.join(" → ")}`,
    instead: "read it by inBatch or inTransaction, which ask the primary",
  };
}

import type { Finding } from "./finding";
import type { ImportGraph } from "./import-graph";
import { isTest } from "./test-files";

/** Entry points of the processes that serve requests and work on jobs. */
const ENTRIES = /^(app|host)\//;
const PRISMA = /^(generated\/prisma|lib\/kernel\/db\/prisma-transaction|@prisma\/)/;

/** Finds import paths by which a process that runs only SQL would load Prisma's client, which costs it memory
 *  and time to start. Each file that imports Prisma is reported once, with the shortest path to it. An import
 *  of types alone loads nothing. */
export function prismaReachFindings(graph: ImportGraph): Finding[] {
  const entries = [...graph.keys()].filter((file) => ENTRIES.test(file) && !isTest(file));
  const ways = new Map<string, string[]>(entries.map((file) => [file, [file]]));
  const findings: Finding[] = [];
  // A Map yields entries that are added during iteration: this is a breadth-first search.
  for (const [file, way] of ways) {
    const loads = graph.get(file)?.loads ?? [];
    const prisma = loads.find((loaded) => PRISMA.test(loaded));
    if (prisma) findings.push(finding([...way, prisma]));
    for (const next of loads)
      if (!ways.has(next) && !PRISMA.test(next)) ways.set(next, [...way, next]);
  }
  return findings;
}

function finding(way: string[]): Finding {
  return {
    file: way.at(-2) ?? "",
    problem: `loads Prisma in a process without it: ${way.join(" → ")}`,
    instead: "write its store functions as SQL on Queryable",
  };
}

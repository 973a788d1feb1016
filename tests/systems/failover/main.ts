// npm run test:ha: three servers of PostgreSQL under Patroni, two servers and a worker of Atrium, and everything that may
// become of the server that takes changes. `-- --all` tries the rarer orders of events too, `-- --only WORDS` those whose
// name has the words, and `-- --report` writes what was measured into docs/SCALING.md.
import { parseArgs } from "node:util";
import { isBuilt } from "@/scripts/host/built-files.mjs";
import { bundleHost } from "@/scripts/host/bundle.mjs";
import { generate } from "@/scripts/host/generate.mjs";
import { Skipped } from "../harness/part";
import { HaCluster } from "./cluster";
import { report, tableOf } from "./report";
import { type Scenario, scenarios } from "./scenarios";
import { Service } from "./service";
import { findTools, type Tools } from "./tools";
import { type Outcome, tryScenario } from "./try-scenario";

const { values: asked } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

async function main(): Promise<void> {
  const tools = findTools();
  // Nobody here asks for the dashboard, so what Next makes of it is not needed.
  if (!isBuilt()) {
    generate();
    await bundleHost(process.cwd());
  }
  const [chosen, left] = choose(tools);
  for (const { name } of left)
    console.log(`NOT TRIED  ${name}: networks are cut by root, with ip netns and iptables`);
  const cluster = await HaCluster.start(tools);
  const service = new Service(cluster);
  // Networks outlive whoever is told to end, and a next run would have to find them.
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => void cluster.end().finally(() => process.exit(1)));
  const outcomes: Outcome[] = [];
  try {
    await service.start();
    for (const scenario of chosen) outcomes.push(await tried(scenario, cluster, service));
    await service.load.stop();
    const { once, more, never } = await service.mails();
    const mails = `${once + more + never} messages were queued meanwhile: ${once} arrived once, ${more} more than once, ${never} never.`;
    const unfollowed = await service.unfollowed();
    const followed = `A reader of the trail has ${service.followed} events, ${unfollowed.join("; ") || "each once and in the log's order"}.`;
    console.log(`\n${tableOf(outcomes)}\n\n${mails}\n${followed}`);
    if (never > 0 || unfollowed.length > 0) process.exitCode = 1;
    if (asked.report) report(outcomes);
  } finally {
    await service.stop();
    await cluster.end();
  }
}

/** Those that are tried, and those that can't be here. */
function choose({ networks }: Tools): [chosen: Scenario[], left: Scenario[]] {
  const wanted = scenarios.filter(({ name, long }) =>
    asked.only ? name.includes(asked.only) : asked.all || !long,
  );
  const possible = ({ cuts }: Scenario) => networks || !cuts;
  return [wanted.filter(possible), wanted.filter((one) => !possible(one))];
}

async function tried(scenario: Scenario, cluster: HaCluster, service: Service): Promise<Outcome> {
  const outcome = await tryScenario(scenario, cluster, service);
  const holds = outcome.problems.length === 0;
  const answered = outcome.answeredAfter.map((seconds) => seconds.toFixed(1)).join(" and ");
  console.log(
    `${holds ? "ok    " : "FAILED"}  ${scenario.name}: promoted after ${outcome.promotedAfter.toFixed(1)} s, answered ${answered} s later`,
  );
  for (const problem of outcome.problems) console.error(`        ${problem}`);
  if (!holds) process.exitCode = 1;
  return outcome;
}

await main().catch((error: unknown) => {
  if (!(error instanceof Skipped)) throw error;
  console.error(`skipped: ${error.message}`);
  // A machine that checks must not pass what it did not look at.
  if (process.env.CI) process.exitCode = 1;
});

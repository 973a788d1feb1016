// npm test -- systems failover: three servers of PostgreSQL under Patroni, two servers and a worker of
// Atrium, and the failures of the primary. `--all` tries the rarer orders of events too, `--only WORDS` those
// whose name has the words, and `--report` writes the measurements into docs/SCALING.md.
import { parseArgs } from "node:util";
import { build } from "@/tools/build/build.mjs";
import { noteProblem, runSystem, Skipped } from "../harness/system";
import { HaCluster } from "./cluster";
import { report, tableOf } from "./report";
import { type Scenario, scenarios } from "./scenarios";
import { Service } from "./service";
import { findTools, type Tools } from "./tools";
import { type Outcome, tryScenario } from "./try-scenario";

const { values: options } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

async function main(): Promise<void> {
  const tools = findTools();
  // No test here uses the dashboard.
  await build(["host"]);
  const cluster = await HaCluster.start(tools);
  const service = await Service.start(cluster);
  const outcomes: Outcome[] = [];
  for (const scenario of scenariosFor(tools))
    outcomes.push(await tried(scenario, cluster, service));
  await service.load.stop();
  const { once, more, never } = await service.mails();
  const mails = `${once + more + never} messages were queued meanwhile: ${once} arrived once, ${more} more than once, ${never} never.`;
  const unfollowed = await service.unfollowed();
  const followed = `A reader of the trail has ${service.followed} events, ${unfollowed.join("; ") || "each once and in the log's order"}.`;
  console.log(`\n${tableOf(outcomes)}\n`);
  if (options.report) report(outcomes);
  for (const [line, holds] of [
    [mails, never === 0],
    [followed, unfollowed.length === 0],
  ] as const)
    if (holds) console.log(line);
    else noteProblem(new Error(line));
}

/** Returns the scenarios to try; reports the ones that this machine can't run. */
function scenariosFor({ networks }: Tools): Scenario[] {
  const selected = scenarios.filter(({ name, long }) =>
    options.only ? name.includes(options.only) : options.all || !long,
  );
  for (const { name } of selected.filter(({ cuts }) => cuts && !networks))
    noteProblem(new Skipped(`${name}: networks are cut by root, with ip netns and iptables`));
  return selected.filter(({ cuts }) => networks || !cuts);
}

async function tried(scenario: Scenario, cluster: HaCluster, service: Service): Promise<Outcome> {
  const outcome = await tryScenario(scenario, cluster, service);
  const holds = outcome.problems.length === 0;
  const answered = outcome.answeredAfter.map((seconds) => seconds.toFixed(1)).join(" and ");
  console.log(
    `${holds ? "ok    " : "FAILED"}  ${scenario.name}: promoted after ${outcome.promotedAfter.toFixed(1)} s, answered ${answered} s later`,
  );
  for (const problem of outcome.problems) noteProblem(new Error(`        ${problem}`));
  return outcome;
}

await runSystem(main);

// The part of `npm test -- systems conformance` inside the network of its own: starts everything, runs the
// plans, ends everything.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atEnd } from "../harness/ends";
import { runSystem, tryEach } from "../harness/system";
import { startClientServer } from "./client-server";
import { differences } from "./compare";
import { type ExpectedPlan, expectedOf, readExpected, writeExpected } from "./expected";
import type { ModuleOutcome } from "./outcome";
import { startBrowser } from "./person";
import { type PlanRun, plans } from "./plans";
import { startProvider } from "./provider";
import { startProxy } from "./proxy";
import { register } from "./registration";
import { runPlan, type Stage } from "./run-plan";
import type { InsideSettings } from "./settings";
import { suiteApi } from "./suite-api";
import { startSuite, suiteReady } from "./suite-process";

const { request, standIn, certificates, logs }: InsideSettings = JSON.parse(process.argv[2] ?? "");

async function main(): Promise<void> {
  const proxy = await startProxy(certificates);
  const suite = await startSuite(request.suite, standIn, logs);
  const registered = await register(await startProvider(logs));
  await startClientServer(certificates, registered);
  const browser = await startBrowser();
  atEnd(() => browser.close());
  await suiteReady(suite);
  const stage = { registered, proxy, browser };
  await tryEach(request.plans.map((plan) => [plan, () => tried(plan, stage)]));
}

/** Runs every run of a plan.
 *  @throws Error where one differs from the expected outcome, unless outcomes are written */
async function tried(plan: string, stage: Stage): Promise<void> {
  const expected = readExpected(plan);
  const runs: ExpectedPlan["runs"] = [];
  const differing: string[] = [];
  let version = "";
  for (const [at, run] of (plans[plan] ?? []).entries()) {
    if (request.run !== null && request.run !== at + 1) continue;
    console.log(`\n── ${plan} ${describeRun(run)}`);
    const found = await runPlan(plan, run, stage, request.modules, show);
    version = await suiteApi.version(found.id);
    if (request.exportTo) await keep(found.id, `${plan}-${at + 1}`, request.exportTo);
    const before = expected?.runs[at]?.modules ?? [];
    differing.push(...differences(before, found.modules, request.modules));
    const { variant, shim } = run;
    runs.push({ variant: { ...variant }, shim, modules: expectedOf(found.modules, before) });
  }
  for (const difference of differing)
    console.log(`${request.write ? "WRITTEN" : "DIFFERS"}  ${difference}`);
  if (request.write) writeExpected({ plan, suite: version, runs });
  if (differing.length > 0 && !request.write)
    throw new Error(`${differing.length} modules differ from conformance/expected`);
}

function show({ module, result, conditions }: ModuleOutcome): void {
  console.log(`${result.padEnd(12)} ${module}`);
  for (const condition of conditions) console.log(`             ${condition}`);
}

const describeRun = ({ variant, shim }: PlanRun) =>
  [...Object.entries(variant).map(([name, value]) => `${name}=${value}`), `shim ${shim}`].join(
    ", ",
  );

async function keep(plan: string, name: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.zip`);
  writeFileSync(file, await suiteApi.exported(plan));
  console.log(`             exported to ${file}`);
}

// The input ends when the parent process is gone.
process.stdin.on("end", () => process.exit(1)).resume();
await runSystem(main);

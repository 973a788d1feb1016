// The part of `npm run conformance` that runs inside the network of its own: starts everything, runs the plans, ends everything.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
const ending: (() => Promise<void>)[] = [];

async function main(): Promise<boolean> {
  const proxy = await startProxy(certificates);
  ending.push(proxy.stop);
  const suite = await startSuite(request.suite, standIn, logs);
  ending.push(suite.stop);
  const provider = await startProvider(logs);
  ending.push(provider.stop);
  const registered = await register(provider);
  ending.push(await startClientServer(certificates, registered));
  const browser = await startBrowser();
  ending.push(() => browser.close());
  await suiteReady(suite);
  const stage = { registered, proxy, browser };
  let same = true;
  for (const plan of request.plans) same = (await tried(plan, stage)) && same;
  return same;
}

/** Runs every run of a plan. @returns whether all came to what is expected, or were written */
async function tried(plan: string, stage: Stage): Promise<boolean> {
  const expected = readExpected(plan);
  const runs: ExpectedPlan["runs"] = [];
  const differing: string[] = [];
  let version = "";
  for (const [at, run] of (plans[plan] ?? []).entries()) {
    console.log(`\n── ${plan} ${told(run)}`);
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
  return differing.length === 0 || request.write;
}

function show({ module, result, conditions }: ModuleOutcome): void {
  console.log(`${result.padEnd(12)} ${module}`);
  for (const condition of conditions) console.log(`             ${condition}`);
}

const told = ({ variant, shim }: PlanRun) =>
  [...Object.entries(variant).map(([name, value]) => `${name}=${value}`), `shim ${shim}`].join(
    ", ",
  );

async function keep(plan: string, name: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.zip`);
  writeFileSync(file, await suiteApi.exported(plan));
  console.log(`             exported to ${file}`);
}

// The input ends when whoever started this is gone.
process.stdin.on("end", () => process.exit(1)).resume();
try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const end of ending.reverse()) await end();
}
// Its parts have ended; whatever is left ends with the process tree.
process.exit();

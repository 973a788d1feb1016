import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { ISSUER } from "./addresses";
import { moduleNames } from "./module-names";
import { type ModuleOutcome, outcomeOf } from "./outcome";
import { aPerson, type Person } from "./person";
import type { PlanRun } from "./plans";
import type { ConformanceProxy } from "./proxy";
import type { Registered } from "./registration";
import { suiteApi } from "./suite-api";

/** The suite's longest modules wait half a minute, or sign in several times. */
const MODULE_SECONDS = 300;
/** After this long at a page of ours without a question, the test is stuck. */
const PATIENCE_SECONDS = 10;
/** At the suite's own page the suite decides the duration: a reused code waits for 30 s. */
const SUITE_PATIENCE_SECONDS = 75;

/** Pause between two events at the provider while a module waits for them. */
const HAPPENING_SECONDS = 5;

/** Environment of a run. */
export interface Stage {
  registered: Registered;
  proxy: ConformanceProxy;
  browser: Browser;
}

/** Runs the modules of a plan, one after another.
 *  @param only the selected modules; all when empty
 *  @param report called with each module when it has ended
 *  @returns the suite's id of the plan, and the outcome of each module */
export async function runPlan(
  plan: string,
  run: PlanRun,
  stage: Stage,
  only: readonly string[],
  report: (outcome: ModuleOutcome) => void,
): Promise<{ id: string; modules: ModuleOutcome[] }> {
  stage.proxy.shim(run.shim);
  const configuration = await run.configuration(stage.registered);
  const made = await suiteApi.plan(plan, run.variant, configuration);
  const names = moduleNames(made.modules);
  const modules: ModuleOutcome[] = [];
  for (const [at, planned] of made.modules.entries()) {
    const name = names[at] ?? planned.testModule;
    if (only.length > 0 && !only.includes(planned.testModule)) continue;
    const test = await suiteApi.begin(made.id, planned);
    const manner = run.person && { ...mannerOf(planned.testModule), ...run.person };
    const person = manner && (await aPerson(stage.browser, stage.registered.user, test, manner));
    const busy = new AbortController();
    const happening = run.during?.includes(planned.testModule)
      ? untilEnded(stage.registered.receiver.causeEvents, busy.signal)
      : null;
    try {
      await settled(test, person);
    } finally {
      busy.abort();
      await happening;
      await person?.leave();
    }
    const outcome = outcomeOf(name, await suiteApi.state(test), await suiteApi.log(test));
    modules.push(outcome);
    report(outcome);
  }
  return { id: made.id, modules };
}

/** Causes an event at the provider every few seconds. */
async function untilEnded(happen: () => Promise<void>, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await happen();
    await sleep(HAPPENING_SECONDS * 1000, undefined, { signal: ended }).catch(() => {});
  }
}

/** Returns the behaviour of the person in a module, by the module's name. */
const mannerOf = (module: string) => ({
  refuses: module.includes("user-rejects-authentication"),
  hesitates: module.includes("reused-request-uri-prior-to-auth-completion"),
});

/** Plays the person for the suite until the test has ended; ends a test that waits in vain.
 *  @param person null where the suite opens no page */
async function settled(test: string, person: Person | null): Promise<void> {
  const end = Date.now() + MODULE_SECONDS * 1000;
  for (let idleSince = Date.now(); ; await sleep(300)) {
    const { status } = await suiteApi.state(test);
    if (status === "FINISHED" || status === "INTERRUPTED") return;
    const isAtProvider = person?.address().startsWith(ISSUER);
    const patience = isAtProvider ? PATIENCE_SECONDS : SUITE_PATIENCE_SECONDS;
    const [next] = person && status === "WAITING" ? await suiteApi.visits(test) : [];
    if (person && next) {
      await suiteApi.visited(test, next.url);
      await person.open(next);
      idleSince = Date.now();
    } else if (status !== "WAITING") idleSince = Date.now();
    else if (Date.now() - idleSince > patience * 1000) {
      // It may wait only for a screenshot.
      if (await person?.show()) idleSince = Date.now();
      else await giveUp(test, person);
    }
    if (Date.now() > end) await giveUp(test, person);
  }
}

async function giveUp(test: string, person: Person | null): Promise<void> {
  console.log(
    `             nothing more came; the browser is at ${person?.address() || "no page"}`,
  );
  await suiteApi.cancel(test);
}

import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../harness/until";
import type { HaCluster } from "./cluster";
import type { Scenario } from "./scenarios";
import type { Service } from "./service";

/** Results of a scenario. */
export interface Outcome {
  name: string;
  /** Seconds until another server was promoted. */
  promotedAfter: number;
  /** Seconds, from that moment on, until each server of Atrium had acknowledged a change again. */
  answeredAfter: number[];
  /** The longest wait for an answer, in seconds. */
  longest: number;
  /** Requests of the probes: all, those refused with a retry, those never answered. */
  asked: number;
  refused: number;
  unanswered: number;
  /** Number of acknowledged users, sessions and tokens by then; and the missing ones among them. */
  acknowledged: number;
  lost: string[];
  /** Single-use secrets that were presented several times at once, and those that were accepted twice. */
  raced: number;
  wonTwice: number;
  /** Failed expectations. */
  problems: string[];
}

/** Deadline, from the promotion, until every request is answered again. */
const WITHIN_S = 5;
const ANSWER_MS = 30_000;
const STEADY_MS = 4_000;

/** Runs the scenario under load, and checks everything afterwards. */
export async function tryScenario(
  scenario: Scenario,
  cluster: HaCluster,
  service: Service,
): Promise<Outcome> {
  await cluster.whole();
  const old = await cluster.primary();
  service.load.during = scenario.name;
  for (const prober of service.probers) prober.take();
  const startedAt = performance.now();
  const happening = scenario.happen(cluster, old);
  if (scenario.returns) await happening;
  await cluster.primary(scenario.returns ? {} : { besides: old });
  const promoted = performance.now();
  await happening;
  const answered = await Promise.all(
    service.probers.map((prober) =>
      until("it answers", ANSWER_MS, () => prober.answeredAfter(promoted)).catch(() => undefined),
    ),
  );
  await sleep(STEADY_MS);
  await scenario.comeBack(old);
  await cluster.whole();
  await sleep(STEADY_MS / 2);
  const late = service.probers.map((prober) => prober.failedAfter(promoted + WITHIN_S * 1_000));
  return outcomeOf(scenario, service, {
    promotedAfter: (promoted - startedAt) / 1_000,
    answeredAfter: answered.map((at) => ((at ?? Number.POSITIVE_INFINITY) - promoted) / 1_000),
    late: late.reduce((sum, count) => sum + count, 0),
  });
}

async function outcomeOf(
  { name }: Scenario,
  service: Service,
  { late, ...times }: { promotedAfter: number; answeredAfter: number[]; late: number },
): Promise<Outcome> {
  await service.races.again();
  const lost = await service.lost();
  const { users, sessions, tokens } = service.done;
  const { raced, wonTwice } = service.races;
  const probes = service.probers.map((prober) => prober.take());
  const sum = (figure: "asked" | "refused" | "unanswered") =>
    probes.reduce((all, probe) => all + probe[figure], 0);
  const unanswered = sum("unanswered") + service.load.unanswered.length;
  const slow = times.answeredAfter.filter((seconds) => seconds > WITHIN_S);
  return {
    ...{ name, ...times, asked: sum("asked"), refused: sum("refused"), unanswered },
    longest: Math.max(...probes.map(({ longestMs }) => longestMs)) / 1_000,
    ...{ acknowledged: users.size + sessions.size + tokens, lost, raced, wonTwice },
    problems: [
      ...lost.map((what) => `${what} was acknowledged and is lost`),
      ...(wonTwice > 0 ? [`${wonTwice} secrets were accepted twice`] : []),
      ...(unanswered > 0 ? [`${unanswered} requests were never answered`] : []),
      ...slow.map((seconds) => `a server answered ${seconds.toFixed(1)} s after the promotion`),
      ...(late > 0 ? [`${late} requests failed later than ${WITHIN_S} s after the promotion`] : []),
      ...service.ended,
    ],
  };
}

import type { Registry } from "@prometheus-io/client";
import { DurationTally } from "@/lib/kernel/process/duration-tally";
import type { Figure, Figures } from "@/lib/kernel/process/figures";
import { singleton } from "@/lib/kernel/process/singleton";
import { Tally } from "@/lib/kernel/process/tally";

/** Milliseconds between two samples of the event loop's delay. Each wakes the process: at the library's 10 ms an idle
 *  process takes half a percent of a core for it, and a process that nobody asks takes none. */
const EVENT_LOOP_SAMPLE_MS = 200;

/** Labels of one tally. */
type Labels = ConstructorParameters<typeof Tally>[3];

// What one web process or worker says about itself, in Prometheus' form. Labels are few and known before: never an id, an
// address or anything a caller chose.
const metrics = singleton("metrics", () => ({
  counting: { begun: false },
  sources: new Map<string, () => Figures | Promise<Figures>>(),
  /** What the client says of any process: memory, the event loop, collections of garbage. */
  ofProcess: undefined as Promise<Registry> | undefined,
}));

/** From now on this process counts: somebody will read its metrics. Without it nothing is counted, sampled or kept. */
export function beginCounting(): void {
  metrics.counting.begun = true;
}

/** A counter of this process.
 *  @param name without `atrium_`
 *  @param labels up to three. Whoever counts gives their values in this order */
export function newTally(name: string, help: string, labels: Labels): Tally {
  const tally = new Tally(metrics.counting, `atrium_${name}`, help, labels);
  metrics.sources.set(tally.name, () => tally.read());
  return tally;
}

/** A histogram of this process. Parameters as for `newTally`; durations are in seconds. */
export function newDurationTally(name: string, help: string, label: string): DurationTally {
  const tally = new DurationTally(metrics.counting, `atrium_${name}`, help, label);
  metrics.sources.set(tally.name, () => tally.read());
  return tally;
}

/** A gauge that is read whenever somebody looks.
 *  @param name without `atrium_`
 *  @param read one figure, or one for each of a few series
 *  @param aggregator what becomes of it over several processes: the sum, unless told otherwise */
export function registerGauge(
  name: string,
  help: string,
  read: () => number | Figure[] | Promise<Figure[]>,
  aggregator: Figures["aggregator"] = "sum",
): void {
  const whole = `atrium_${name}`;
  metrics.sources.set(whole, async () => {
    const found = await read();
    const values = typeof found === "number" ? [{ labels: {}, value: found }] : found;
    return { name: whole, help, type: "gauge", aggregator, values };
  });
}

/** A counter that something else keeps, such as one for each of several caches. Parameters as for `registerGauge`. */
export function registerCounter(name: string, help: string, read: () => number | Figure[]): void {
  const whole = `atrium_${name}`;
  metrics.sources.set(whole, () => {
    const found = read();
    const values = typeof found === "number" ? [{ labels: {}, value: found }] : found;
    return { name: whole, help, type: "counter", aggregator: "sum", values };
  });
}

/** Every metric of this process. What is sampled is so from the first time on that somebody asks. */
export async function readMetrics(): Promise<Figures[]> {
  const own = await Promise.all([...metrics.sources.values()].map((read) => read()));
  metrics.ofProcess ??= sampleProcess();
  const registry = await metrics.ofProcess;
  const ofProcess = (await registry.getMetricsAsJSON()) as unknown as Figures[];
  return [...own, ...ofProcess];
}

async function sampleProcess(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import("@prometheus-io/client");
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  return register;
}

import type { Registry } from "@prometheus-io/client";
import { DurationTally } from "@/lib/kernel/process/duration-tally";
import type { Figure, Figures } from "@/lib/kernel/process/figures";
import { singleton } from "@/lib/kernel/process/singleton";
import { Tally } from "@/lib/kernel/process/tally";

/** Milliseconds between two samples of the event loop's delay. Each wakes the process: at the library's 10 ms
 *  an idle process takes half a percent of a core for it, and a process without a scraper takes none. */
const EVENT_LOOP_SAMPLE_MS = 200;

/** Labels of one tally. */
type Labels = ConstructorParameters<typeof Tally>[3];

// Metrics of one web process or worker, in Prometheus' form. Labels have few, known values: never an id, an
// address or anything a caller chose.
const metrics = singleton("metrics", () => ({
  counting: { isOn: false },
  sources: new Map<string, () => Figures | Promise<Figures>>(),
  /** The client library's metrics of any process: memory, the event loop, garbage collections. */
  ofProcess: undefined as Promise<Registry> | undefined,
}));

/** Starts to count: the metrics of this process will be read. Otherwise it counts, samples and stores
 *  nothing. */
export function beginCounting(): void {
  metrics.counting.isOn = true;
}

/** Returns a counter of this process.
 *  @param name without `atrium_`
 *  @param labels up to three, in the order of their values in `add` */
export function newTally(name: string, help: string, labels: Labels): Tally {
  const tally = new Tally(metrics.counting, `atrium_${name}`, help, labels);
  metrics.sources.set(tally.name, () => tally.read());
  return tally;
}

/** Returns a histogram of this process. Parameters as for `newTally`; durations are in seconds. */
export function newDurationTally(name: string, help: string, label: string): DurationTally {
  const tally = new DurationTally(metrics.counting, `atrium_${name}`, help, label);
  metrics.sources.set(tally.name, () => tally.read());
  return tally;
}

/** Registers a gauge, read at every scrape.
 *  @param name without `atrium_`
 *  @param read one figure, or one for each of a few series
 *  @param aggregator merges it over several processes; the sum by default */
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

/** Registers a counter of figures that are counted elsewhere, such as one for each of several caches.
 *  Parameters as for `registerGauge`. */
export function registerCounter(name: string, help: string, read: () => number | Figure[]): void {
  const whole = `atrium_${name}`;
  metrics.sources.set(whole, () => {
    const found = read();
    const values = typeof found === "number" ? [{ labels: {}, value: found }] : found;
    return { name: whole, help, type: "counter", aggregator: "sum", values };
  });
}

/** Returns every metric of this process. Sampled metrics are sampled from the first call on. */
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

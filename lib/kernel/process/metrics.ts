import type { Counter, Histogram, Registry } from "@prometheus-io/client";
import { singleton } from "@/lib/kernel/process/singleton";

/** One series of a metric at one time. */
export interface Figure {
  labels: Record<string, string | number>;
  value: number;
}

/** A metric at one time, as processes send it to each other (the form of the metrics client). */
export interface Figures {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram" | "summary";
  /** Function that merges the series of several processes. */
  aggregator: "omit" | "sum" | "first" | "min" | "max" | "average";
  values: Figure[];
}

/** Milliseconds between two samples of the event loop's delay. Each wakes the process: at the library's 10 ms
 *  an idle process takes half a percent of a core for it, and a process without a scraper takes none. */
const EVENT_LOOP_SAMPLE_MS = 200;

/** Upper bounds of a histogram's buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Most series of one metric. A label has few, known values; this bounds the cost of a mistake. */
const MOST_SERIES = 1_000;

/** Label of all series beyond these. */
const OTHER = "other";

/** The metrics client. It is loaded only if the metrics will be read. */
interface Client {
  library: typeof import("@prometheus-io/client");
  registry: Registry;
}

/** Adds a metric to the client. */
type Definition = (client: Client) => void;

// Metrics of one web process or worker, in Prometheus' form. Labels have few, known values: never an id, an
// address or anything a caller chose.
const metrics = singleton("metrics", () => ({
  client: undefined as Promise<Client> | undefined,
  definitions: [] as Definition[],
  /** Figures of metrics that are counted elsewhere, by their names. */
  sources: new Map<string, () => Promise<Figures>>(),
  isSampled: false,
}));

/** Starts to count: the metrics of this process will be read. Otherwise it counts, samples and stores
 *  nothing. */
export async function beginCounting(): Promise<void> {
  await openClient();
}

function openClient(): Promise<Client> {
  metrics.client ??= import("@prometheus-io/client").then((library) => {
    const client = { library, registry: new library.Registry() };
    for (const define of metrics.definitions) define(client);
    return client;
  });
  return metrics.client;
}

/** Defines a counter of this process, and returns the function that counts one.
 *  @param name without `atrium_`
 *  @param labelNames in the order of their values */
export const newTally = <Values extends string[]>(
  name: string,
  help: string,
  labelNames: { [At in keyof Values]: string },
): ((...values: Values) => void) => {
  const seriesOf = newSeries<Counter.Internal>(name, labelNames, ({ library, registry }) => {
    const settings = { name: `atrium_${name}`, help, labelNames, registers: [registry] };
    return new library.Counter(settings);
  });
  return (...values) => seriesOf(values)?.inc();
};

/** Defines a histogram of this process, and returns the function that counts a duration in seconds.
 *  Parameters as for `newTally`. */
export const newDurationTally = (
  name: string,
  help: string,
  label: string,
): ((value: string, seconds: number) => void) => {
  const seriesOf = newSeries<Histogram.Internal<string>>(name, [label], ({ library, registry }) => {
    const settings = { name: `atrium_${name}`, help, labelNames: [label], registers: [registry] };
    return new library.Histogram({ ...settings, buckets: BOUNDS });
  });
  return (value, seconds) => seriesOf([value])?.observe(seconds);
};

/** Returns a function that finds a metric's series by the values of its labels, and none while nothing is
 *  counted. Every request passes here. One for all bundles: each reads what the others count. */
function newSeries<Series>(
  name: string,
  labelNames: readonly string[],
  define: (client: Client) => { labels(...values: string[]): Series },
): (values: readonly string[]) => Series | undefined {
  return singleton(`metric.${name}`, () => {
    const known = new Map<string, Series>();
    let metric: ReturnType<typeof define> | undefined;
    const definition: Definition = (client) => {
      metric = define(client);
    };
    metrics.definitions.push(definition);
    void metrics.client?.then(definition);
    return (values) => {
      if (!metric) return undefined;
      const key = values.join("\n");
      const found = known.get(key);
      if (found) return found;
      const isFull = known.size >= MOST_SERIES;
      const series = metric.labels(...(isFull ? labelNames.map(() => OTHER) : values));
      if (!isFull) known.set(key, series);
      return series;
    };
  });
}

type ReadFigures = () => number | Figure[] | Promise<Figure[]>;

/** Registers a gauge, read at every scrape.
 *  @param name without `atrium_`
 *  @param read one figure, or one for each of a few series
 *  @param aggregator merges it over several processes; the sum by default */
export function registerGauge(
  name: string,
  help: string,
  read: ReadFigures,
  aggregator: Figures["aggregator"] = "sum",
): void {
  register({ name, help, type: "gauge", aggregator }, read);
}

/** Registers a counter of figures that are counted elsewhere, such as one for each of several caches.
 *  Parameters as for `registerGauge`. */
export function registerCounter(name: string, help: string, read: ReadFigures): void {
  register({ name, help, type: "counter", aggregator: "sum" }, read);
}

function register(metric: Omit<Figures, "values">, read: ReadFigures): void {
  metrics.sources.set(metric.name, async () => {
    const found = await read();
    const values = typeof found === "number" ? [{ labels: {}, value: found }] : found;
    return { ...metric, name: `atrium_${metric.name}`, values };
  });
}

/** Returns every metric of this process. Sampled metrics are sampled from the first call on. */
export async function readMetrics(): Promise<Figures[]> {
  const { library, registry } = await openClient();
  if (!metrics.isSampled) {
    metrics.isSampled = true;
    const eventLoopMonitoringPrecision = EVENT_LOOP_SAMPLE_MS;
    library.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  }
  const own = await Promise.all([...metrics.sources.values()].map((read) => read()));
  return [...own, ...((await registry.getMetricsAsJSON()) as unknown as Figures[])];
}

import type { Figure, Figures } from "@/lib/kernel/process/figures";
import type { Counting } from "@/lib/kernel/process/tally";

/** Upper ends of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** How many of each bucket, and the seconds of all together. */
interface Series {
  readonly buckets: Float64Array;
  seconds: number;
}

/** Routes are as many as there are files; this bounds what a mistake can cost. */
const MOST_SERIES = 1_000;

/** A histogram of durations by one label. As `Tally`, it allocates nothing while it counts. */
export class DurationTally {
  readonly name: string;
  readonly #help: string;
  readonly #label: string;
  readonly #counting: Counting;
  readonly #series = new Map<string, Series>();

  constructor(counting: Counting, name: string, help: string, label: string) {
    this.#counting = counting;
    this.name = name;
    this.#help = help;
    this.#label = label;
  }

  /** Counts something that took so many seconds. */
  add(label: string, seconds: number): void {
    if (!this.#counting.begun) return;
    const series = this.#series.get(label) ?? this.#newSeries(label);
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
    series.buckets[at] = (series.buckets[at] ?? 0) + 1;
    series.seconds += seconds;
  }

  /** What was counted, as a metric: buckets are cumulative (Prometheus, histogram). */
  read(): Figures {
    const values = [...this.#series].flatMap(([label, series]) => this.#valuesOf(label, series));
    return { name: this.name, help: this.#help, type: "histogram", aggregator: "sum", values };
  }

  #valuesOf(label: string, { buckets, seconds }: Series): Figure[] {
    const own = { [this.#label]: label };
    let count = 0;
    const values = Array.from(buckets, (inBucket, at) => {
      count += inBucket;
      const le = String(BOUNDS[at] ?? "+Inf");
      return { labels: { ...own, le }, value: count, metricName: `${this.name}_bucket` };
    });
    return [
      ...values,
      { labels: own, value: seconds, metricName: `${this.name}_sum` },
      { labels: own, value: count, metricName: `${this.name}_count` },
    ];
  }

  #newSeries(label: string): Series {
    const name = this.#series.size < MOST_SERIES ? label : "other";
    const known = this.#series.get(name);
    if (known) return known;
    const series = { buckets: new Float64Array(BOUNDS.length + 1), seconds: 0 };
    this.#series.set(name, series);
    return series;
  }
}

import type { Figure, Figures } from "@/lib/kernel/process/figures";
import type { Counting } from "@/lib/kernel/process/tally";

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Counts of the buckets, and the sum of all durations in seconds. */
interface Series {
  readonly buckets: Float64Array;
  seconds: number;
}

/** There are as many routes as files; this bounds the cost of a mistake. */
const MOST_SERIES = 1_000;

/** A histogram of durations by one label. Like `Tally`, it allocates nothing while it counts. */
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

  /** Counts a duration in seconds. */
  add(label: string, seconds: number): void {
    if (!this.#counting.isOn) return;
    const series = this.#series.get(label) ?? this.#newSeries(label);
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
    series.buckets[at] = (series.buckets[at] ?? 0) + 1;
    series.seconds += seconds;
  }

  /** Returns the counts as a metric: buckets are cumulative (Prometheus, histogram). */
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

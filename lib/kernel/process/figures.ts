/** One series of a metric at a moment. */
export interface Figure {
  labels: Record<string, string | number>;
  value: number;
  /** The name of a part, such as `…_bucket` of a histogram. */
  metricName?: string | undefined;
}

/** A metric at a moment, as processes pass it on to each other (the form of the metrics client). */
export interface Figures {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram" | "summary";
  /** What becomes of the series of several processes. */
  aggregator: "omit" | "sum" | "first" | "min" | "max" | "average";
  values: Figure[];
}

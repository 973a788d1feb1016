/** One series of a metric at one time. */
export interface Figure {
  labels: Record<string, string | number>;
  value: number;
  /** Name of a part, such as `…_bucket` of a histogram. */
  metricName?: string | undefined;
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

/** Settings from OpenTelemetry's own variables (OpenTelemetry, Environment Variable Specification). The
 *  exporter itself reads those of the connection to the collector (`OTEL_EXPORTER_OTLP_*`). */
export interface TracingSettings {
  sampler: SamplerName;
  /** Share of traces that is recorded, where the sampler uses a ratio. */
  ratio: number;
  /** Spans that may wait to be sent; further ones are dropped. */
  queueSize: number;
  batchSize: number;
  delayMs: number;
  exportTimeoutMs: number;
}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export type SamplerName = (typeof samplers)[number];

/** One trace in fifty is recorded by default. OpenTelemetry's default is all of them, at a cost for a service
 *  that answers thousands of requests a second. */
const DEFAULT_RATIO = 0.02;

/** Reads the settings of an environment; null where nothing is traced: no collector is named, or tracing is
 *  turned off. An unreadable value is ignored, as OpenTelemetry requires. */
export function tracingSettings(
  env: Record<string, string | undefined> = process.env,
): TracingSettings | null {
  const collector = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!collector || env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return null;
  if (env.OTEL_TRACES_EXPORTER === "none") return null;
  const number = (name: string, fallback: number) => {
    const value = Number(env[name] || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : fallback;
  };
  const queueSize = Math.max(1, number("OTEL_BSP_MAX_QUEUE_SIZE", 2_048));
  const isRatio = env.OTEL_TRACES_SAMPLER?.endsWith("traceidratio");
  return {
    sampler:
      samplers.find((name) => name === env.OTEL_TRACES_SAMPLER) ?? "parentbased_traceidratio",
    ratio: Math.min(1, number("OTEL_TRACES_SAMPLER_ARG", isRatio ? 1 : DEFAULT_RATIO)),
    queueSize,
    batchSize: Math.min(queueSize, Math.max(1, number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 512))),
    delayMs: number("OTEL_BSP_SCHEDULE_DELAY", 5_000),
    exportTimeoutMs: number("OTEL_BSP_EXPORT_TIMEOUT", 30_000),
  };
}

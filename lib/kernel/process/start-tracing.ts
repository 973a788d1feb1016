import type { Span } from "@opentelemetry/api";
import { type TracingSettings, tracingSettings } from "@/lib/kernel/config/tracing-settings";
import { logger } from "@/lib/kernel/process/logger";
import { redactedText } from "@/lib/kernel/process/redacted-text";
import { type SpanKind, setTracing, type Tracing } from "@/lib/kernel/process/spans";
import type { TraceParent } from "@/lib/kernel/process/trace-parent";

/** Milliseconds that an ending process waits for its last spans. */
const LAST_SPANS_MS = 1_000;

/** Starts to record spans and send them by OTLP, where the environment names a collector. Where it names
 *  none, nothing of OpenTelemetry's SDK is loaded.
 *  @param kind of this process */
export async function startTracing(kind: "web" | "worker"): Promise<void> {
  const settings = tracingSettings();
  if (settings) setTracing(await tracingBy(settings, kind));
}

async function tracingBy(settings: TracingSettings, kind: string): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-proto"),
    import("@opentelemetry/resources"),
  ]);
  api.diag.setLogger(quietLogger, {
    logLevel: api.DiagLogLevel.WARN,
    suppressOverrideMessage: true,
  });
  const { resourceAttributesEnvDetector, serviceNameEnvDetector } = resources;
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ "service.name": "atrium", "atrium.process": kind }))
    .merge(
      // The operator's attributes override the service's own.
      resources.detectResources({
        detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector],
      }),
    );
  const provider = new sdk.TracerProvider({
    resource,
    // Sampling is decided before a span starts (spans.ts).
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        maxQueueSize: settings.queueSize,
        maxExportBatchSize: settings.batchSize,
        scheduledDelayMillis: settings.delayMs,
        exportTimeoutMillis: settings.exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer("atrium");
  const kinds: Record<SpanKind, number> = {
    internal: api.SpanKind.INTERNAL,
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
  };
  const below = (parent: Span | TraceParent | null) => {
    if (!parent) return api.ROOT_CONTEXT;
    if ("spanContext" in parent) return api.trace.setSpan(api.ROOT_CONTEXT, parent);
    const { traceId, spanId } = parent;
    const remote = { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote: true };
    return api.trace.setSpanContext(api.ROOT_CONTEXT, remote);
  };
  return {
    tracer,
    begin: (name, kindOfSpan, parent, attributes) =>
      tracer.startSpan(name, { kind: kinds[kindOfSpan], attributes }, below(parent)),
    share: shareOf(settings),
    followsParent: settings.sampler.startsWith("parentbased_"),
    finish: () => provider.forceFlush({ timeoutMillis: LAST_SPANS_MS }).catch(() => {}),
  };
}

/** Returns the share of traces that a sampler records of itself. */
function shareOf({ sampler, ratio }: TracingSettings): number {
  if (sampler.endsWith("always_on")) return 1;
  return sampler.endsWith("always_off") ? 0 : ratio;
}

/** An unreachable collector is logged at most once a minute, not for each batch. */
const PAUSE_MS = 60_000;
let loggedAt = Number.NEGATIVE_INFINITY;

function sayOnce(message: string): void {
  if (performance.now() - loggedAt < PAUSE_MS) return;
  loggedAt = performance.now();
  logger.warn(
    { reason: redactedText(message).slice(0, 200) },
    "spans were not sent to the collector, and are lost",
  );
}

const quietLogger = { error: sayOnce, warn: sayOnce, info() {}, debug() {}, verbose() {} };

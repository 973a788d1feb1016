import { expect, test } from "vitest";
import { tracingSettings } from "@/lib/kernel/config/tracing-settings";

const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";

test("nothing is traced without a collector, or when tracing is turned off", () => {
  expect(tracingSettings({})).toBeNull();
  expect(tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBeNull();
  expect(tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "TRUE" })).toBeNull();
  expect(tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" })).toBeNull();
  expect(
    tracingSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://a/v1/traces" }),
  ).not.toBeNull();
});

test("one trace in fifty is recorded by default", () => {
  expect(tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT })).toMatchObject({
    sampler: "parentbased_traceidratio",
    ratio: 0.02,
  });
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: "traceidratio" };
  expect(tracingSettings(settings)).toMatchObject({ sampler: "traceidratio", ratio: 1 });
  expect(tracingSettings({ ...settings, OTEL_TRACES_SAMPLER_ARG: "0.5" })?.ratio).toBe(0.5);
});

test("an unreadable value is ignored, and a batch is never larger than the queue", () => {
  const settings = tracingSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_TRACES_SAMPLER: "sometimes",
    OTEL_TRACES_SAMPLER_ARG: "often",
    OTEL_BSP_MAX_QUEUE_SIZE: "100",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "-1",
  });
  expect(settings).toMatchObject({
    ...{ sampler: "parentbased_traceidratio", ratio: 0.02 },
    ...{ queueSize: 100, batchSize: 100, delayMs: 5_000 },
  });
});

import { expect, test } from "vitest";
import { readTraceParent, writeTraceParent } from "@/lib/kernel/process/trace-parent";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test("a traceparent has the trace to continue, and whether it is recorded", () => {
  expect(readTraceParent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, sampled: true });
  expect(readTraceParent(`00-${traceId}-${spanId}-00`)?.sampled).toBe(false);
  const written = writeTraceParent({ traceId, spanId, sampled: true });
  expect(written).toBe(`00-${traceId}-${spanId}-01`);
});

test("a later version may have more fields", () => {
  expect(readTraceParent(`01-${traceId}-${spanId}-03-more`)?.sampled).toBe(true);
});

test.each([
  undefined,
  ["a", "list"],
  "",
  "nothing",
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  ` 00-${traceId}-${spanId}-01`,
])("an invalid traceparent starts a new trace: %s", (header) => {
  expect(readTraceParent(header)).toBeNull();
});

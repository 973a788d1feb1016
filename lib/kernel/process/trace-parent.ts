/** Parent span of work, in the form in which processes pass it (W3C Trace Context, `traceparent`). */
export interface TraceParent {
  traceId: string;
  spanId: string;
  /** Whether the service that started the trace records it. */
  sampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Parses a `traceparent`. A later version may have more fields at its end.
 *  @returns null for an invalid one, which then starts a new trace (W3C Trace Context §4.3) */
export function readTraceParent(header: unknown): TraceParent | null {
  const [, version, traceId = "", spanId = "", flags = "", more] =
    (typeof header === "string" && FORM.exec(header)) || [];
  if (version === undefined || version === "ff" || (version === "00" && more)) return null;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Formats a `traceparent` for continuing the work elsewhere. */
export function writeTraceParent({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}

/** Which span a piece of work belongs to, as processes tell each other (W3C Trace Context, `traceparent`). */
export interface TraceParent {
  traceId: string;
  spanId: string;
  /** Whether whoever began the trace records it. */
  sampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Reads a `traceparent`. A later version may say more behind what is known of it.
 *  @returns null for what is none, which then begins a trace of its own (W3C Trace Context §4.3) */
export function readTraceParent(header: unknown): TraceParent | null {
  const [, version, traceId = "", spanId = "", flags = "", more] =
    (typeof header === "string" && FORM.exec(header)) || [];
  if (version === undefined || version === "ff" || (version === "00" && more)) return null;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** A `traceparent` for whoever goes on with the work. */
export function writeTraceParent({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}

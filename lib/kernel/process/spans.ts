import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span, Tracer } from "@opentelemetry/api";
import { singleton } from "@/lib/kernel/process/singleton";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";
import {
  readTraceParent,
  type TraceParent,
  writeTraceParent,
} from "@/lib/kernel/process/trace-parent";

/** What makes spans (OpenTelemetry's API), as `start-tracing` sets it up. */
export interface Tracing {
  tracer: Tracer;
  /** Begins a span below another, or below what another process began; at the root of a trace without either. */
  begin(name: string, kind: SpanKind, parent: Span | TraceParent | null, about: Attributes): Span;
  /** The share of traces that is recorded. */
  share: number;
  /** Whether a trace that somebody else began is recorded where they record it. */
  followsParent: boolean;
  /** Sends what has ended, for as long as a process that ends can wait. */
  finish(): Promise<void>;
}

/** On which side of a call the work is (OpenTelemetry, SpanKind). */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** OpenTelemetry's code for a span that failed. */
const STATUS_ERROR = 2;

const state = singleton("tracing", () => ({
  tracing: null as Tracing | null,
  // Holds only spans that are recorded: where nothing is, this costs one look.
  active: new AsyncLocalStorage<Span>(),
}));

/** Has this process record spans. */
export function traceBy(tracing: Tracing): void {
  state.tracing = tracing;
}

/** Sends the spans that have ended and were not sent yet. */
export async function finishTracing(): Promise<void> {
  await state.tracing?.finish();
}

/** Whether what this process does now is recorded. */
export function isRecording(): boolean {
  return state.tracing !== null && state.active.getStore() !== undefined;
}

/** Does work within a span below the one that is active. Where none is, as in a trace that is not recorded, the work is done
 *  and nothing else. Attributes hold no address, no token and nothing that a person typed. */
export async function inSpan<T>(
  name: string,
  about: Attributes,
  work: (span: Span | null) => Promise<T>,
  kind: SpanKind = "internal",
): Promise<T> {
  const parent = state.tracing && state.active.getStore();
  if (!state.tracing || !parent) return work(null);
  return within(state.tracing.begin(name, kind, parent, about), work);
}

/** Does work within a span that may begin a trace: a job that a worker takes.
 *  @param traceparent of the request that queued it */
export async function inRootSpan<T>(
  name: string,
  about: Attributes,
  traceparent: unknown,
  work: () => Promise<T>,
): Promise<T> {
  if (!state.tracing) return work();
  const parent = readTraceParent(traceparent);
  if (!isRecorded(state.tracing, parent)) return work();
  return within(state.tracing.begin(name, "consumer", parent, about), work);
}

/** Whether this process records spans. */
export function isTracing(): boolean {
  return state.tracing !== null;
}

/** Begins the span of a request.
 *  @param route the pattern of its route
 *  @param caller the `traceparent` that came with it, and whether its word is taken for what is recorded: anybody could ask
 *    for every request of theirs to be
 *  @returns null where the trace is not recorded */
export function beginRequestSpan(
  method: string,
  route: string,
  caller: { traceparent: unknown; isTrusted: boolean },
): Span | null {
  if (!state.tracing) return null;
  const parent = readTraceParent(caller.traceparent);
  if (!isRecorded(state.tracing, caller.isTrusted ? parent : null)) return null;
  const about = { "http.request.method": method, "http.route": route };
  return state.tracing.begin(`${method} ${route}`, "server", parent, about);
}

/** Whether a trace is recorded. It is decided here, once for each trace, so that one which is not costs nothing more.
 *  @param believed what somebody else who began the trace says of it */
function isRecorded({ share, followsParent }: Tracing, believed: TraceParent | null): boolean {
  return believed && followsParent ? believed.sampled : Math.random() < share;
}

/** Ends the span of a request.
 *  @param status what was answered; an error of ours is one of the span's */
export function endRequestSpan(span: Span, status: number, tenantId: string | null): void {
  span.setAttribute("http.response.status_code", status);
  if (tenantId !== null) span.setAttribute("atrium.tenant", tenantId);
  if (status >= 500) {
    span.setAttribute("error.type", String(status));
    span.setStatus({ code: STATUS_ERROR });
  }
  span.end();
}

/** Does work within a span that somebody else ends. */
export function belowSpan<T>(span: Span, work: () => T): T {
  return state.active.run(span, work);
}

/** The `traceparent` for whoever goes on with what this process does now; undefined where nothing is recorded. */
export function currentTraceParent(): string | undefined {
  const span = state.tracing ? state.active.getStore() : undefined;
  if (!span) return undefined;
  const { traceId, spanId } = span.spanContext();
  return writeTraceParent({ traceId, spanId, sampled: true });
}

/** The trace that is recorded now, for a line of the log. */
export function currentTraceId(): string | undefined {
  return state.tracing ? state.active.getStore()?.spanContext().traceId : undefined;
}

async function within<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await state.active.run(span, () => work(span));
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Says of a span what it failed with: a name, a reason or a SQLSTATE, and never the message, which may hold what somebody
 *  sent. */
function noteFailure(span: Span, error: unknown): void {
  const sqlState = sqlStateOf(error);
  const { reason, name }: { reason?: unknown; name?: unknown } = Object(error);
  if (sqlState !== null) span.setAttribute("db.response.status_code", sqlState);
  span.setAttribute("error.type", String(sqlState ?? reason ?? name ?? "unknown"));
  span.setStatus({ code: STATUS_ERROR });
}

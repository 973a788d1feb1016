import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span, Tracer } from "@opentelemetry/api";
import { singleton } from "@/lib/kernel/process/singleton";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";
import {
  readTraceParent,
  type TraceParent,
  writeTraceParent,
} from "@/lib/kernel/process/trace-parent";

/** Makes and sends spans (OpenTelemetry's API); `start-tracing` sets it up. */
export interface Tracing {
  tracer: Tracer;
  /** Starts a span below another, or below one of another process; at the root of a trace without either. */
  begin(name: string, kind: SpanKind, parent: Span | TraceParent | null, about: Attributes): Span;
  /** Share of traces that is recorded. */
  share: number;
  /** Whether a trace from another service is recorded when that service records it. */
  followsParent: boolean;
  /** Sends ended spans, within the time that an ending process can wait. */
  finish(): Promise<void>;
}

/** Side of a call on which the work is done (OpenTelemetry, SpanKind). */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** OpenTelemetry's code for a span that failed. */
const STATUS_ERROR = 2;

const state = singleton("tracing", () => ({
  tracing: null as Tracing | null,
  // Holds only spans that are recorded: without any, this costs one look-up.
  active: new AsyncLocalStorage<Span>(),
}));

/** Makes this process record spans. */
export function setTracing(tracing: Tracing): void {
  state.tracing = tracing;
}

/** Sends the spans that have ended and were not sent yet. */
export async function finishTracing(): Promise<void> {
  await state.tracing?.finish();
}

/** Whether the current work is recorded. */
export function isRecording(): boolean {
  return state.tracing !== null && state.active.getStore() !== undefined;
}

/** Runs work in a span below the active one. Without an active span, as in a trace that is not recorded, it
 *  only runs the work. Attributes hold no address, no token and nothing that a user typed. */
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

/** Runs work in a span that may start a trace, such as a worker's job.
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

/** Starts the span of a request.
 *  @param route the pattern of its route
 *  @param caller the request's `traceparent`, and whether it may decide that the trace is recorded: any
 *  client could request that for all of its requests
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

/** Whether a trace is recorded. Decided here, once for each trace, so that one without recording costs
 *  nothing more.
 *  @param believed the trusted `traceparent` of another service that started the trace */
function isRecorded({ share, followsParent }: Tracing, believed: TraceParent | null): boolean {
  return believed && followsParent ? believed.sampled : Math.random() < share;
}

/** Ends the span of a request.
 *  @param status of the response; a server error is an error of the span */
export function endRequestSpan(span: Span, status: number, tenantId: string | null): void {
  span.setAttribute("http.response.status_code", status);
  if (tenantId !== null) span.setAttribute("atrium.tenant", tenantId);
  if (status >= 500) {
    span.setAttribute("error.type", String(status));
    span.setStatus({ code: STATUS_ERROR });
  }
  span.end();
}

/** Runs work in a span that the caller ends. */
export function belowSpan<T>(span: Span, work: () => T): T {
  return state.active.run(span, work);
}

/** Returns the `traceparent` for continuing the current work elsewhere; undefined where nothing is
 *  recorded. */
export function currentTraceParent(): string | undefined {
  const span = state.tracing ? state.active.getStore() : undefined;
  if (!span) return undefined;
  const { traceId, spanId } = span.spanContext();
  return writeTraceParent({ traceId, spanId, sampled: true });
}

/** Returns the trace that is recorded now, for a line of the log. */
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

/** Records the error of a span: a name, a reason or a SQLSTATE, and never the message, which may hold a
 *  user's input. */
function noteFailure(span: Span, error: unknown): void {
  const sqlState = sqlStateOf(error);
  const { reason, name }: { reason?: unknown; name?: unknown } = Object(error);
  if (sqlState !== null) span.setAttribute("db.response.status_code", sqlState);
  span.setAttribute("error.type", String(sqlState ?? reason ?? name ?? "unknown"));
  span.setStatus({ code: STATUS_ERROR });
}

import type { z } from "zod";
import type { BodyContent } from "@/lib/core/contract/content";
import type { CamelKeys } from "@/lib/core/contract/names";
import { type Answers, type Described, type Replies, repliesOf } from "@/lib/core/http/answers";
import { readJson, readOptionalJson } from "@/lib/core/http/body";
import { type CallerKind, type Callers, callerRule, type ScopeOf } from "@/lib/core/http/callers";
import { handleInPlane } from "@/lib/core/http/framed";
import { LONGEST_UPLOAD_MS } from "@/lib/core/http/long-requests";
import { noteFairnessKey } from "@/lib/core/http/neighbours";
import type { Declared } from "@/lib/core/http/operation";
import { type PathIds, type PathValues, pathReader } from "@/lib/core/http/path-ids";
import { NoQuery, readQuery } from "@/lib/core/http/query";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { ServiceError } from "@/lib/kernel/errors";
import { noteTenant } from "@/lib/kernel/process/current-request";
import type { FairnessKey } from "@/lib/kernel/process/fair-queue";
import type { Place } from "@/lib/kernel/process/plane-capacity";
import { inSpan, isRecording } from "@/lib/kernel/process/spans";

/** Arguments of a handler: the caller, the validated request with camelCase names, and the functions that
 *  make the declared answers (`ok`, `created`, `accepted`, `empty`). */
type Exchange<
  K extends CallerKind,
  N extends string,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends Answers,
  H extends string,
> = {
  caller: Callers[K];
  params: PathValues<N>;
  query: CamelKeys<z.output<Q>>;
  body: CamelKeys<z.output<B>>;
  request: Request;
  /** Runs work that only waits, and gives up the request's place in the plane meanwhile.
   *  @throws ServiceError `service_overloaded` when no place is free afterwards */
  aside: <T>(work: () => Promise<T>) => Promise<T>;
} & Replies<A, H>;

/** Declaration of an endpoint: its description and its handler. */
type Declaration<
  K extends CallerKind,
  N extends string,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends Answers,
  H extends string,
> = Omit<Declared, "isCounted" | "scope"> & {
  caller: K;
  params?: PathIds<N>;
  query?: Q;
  body?: BodyContent<B>;
  answers: A;
  answerHeaders?: Readonly<Record<H, string>>;
  /** Refuses a request by throwing, before anything is looked up. */
  admit?: (fairnessKey: FairnessKey) => void;
  /** Counts the endpoint's requests, instead of the limit on all requests of such a caller.
   *  @throws ServiceError `rate_limited` */
  budget?: (caller: Callers[K]) => Promise<void>;
  /** Own limit of the endpoint, counted before the body is read.
   *  @throws ServiceError `rate_limited` */
  limit?: (caller: Callers[K]) => Promise<void> | void;
  handle: (exchange: Exchange<K, N, Q, B, A, H>) => Promise<Described>;
} & (ScopeOf<K> extends undefined ? { scope?: undefined } : { scope: ScopeOf<K> });

/** A handler with its declaration. */
type Endpoint<N extends string> = RouteHandler<Record<N, string>> & {
  readonly declared: Declared;
};

/** Declares one method of a route file: the types of request and answer, the checks, and its part of the API
 *  description follow from the declaration.
 *
 *  A request is checked in this order: authentication (401), permission (403), limits (429), query and body
 *  (400), ids of the path (404). So a caller without permission learns nothing else. */
export function endpoint<
  K extends CallerKind,
  const A extends Answers,
  N extends string = never,
  Q extends z.ZodObject = typeof NoQuery,
  B extends z.ZodType = z.ZodUndefined,
  H extends string = never,
>(declaration: Declaration<K, N, Q, B, A, H>): Endpoint<N> {
  const { admit, budget, limit, handle, scope, ...described } = declaration;
  const { params, query = NoQuery, body, answers, moreScopes } = described;
  const rule = callerRule(declaration.caller, scope as ScopeOf<K>);
  const count = budget ?? rule.limit;
  const readParams = params ? pathReader(params) : null;
  const readBody = body ? bodyReader(body) : null;
  const replies = repliesOf<A, H>(answers);
  const handler: RouteHandler<Record<N, string>> = (request, context) => {
    const answered = async (requestId: string, fairnessKey: FairnessKey, place: Place) => {
      admit?.(fairnessKey);
      const caller = await rule.authenticate(request, requestId);
      if (moreScopes) assertHolds(caller, moreScopes);
      if (count) await count(caller);
      noteFairnessKey(request, fairnessKey, caller);
      noteTenant(caller);
      const parsedQuery = readQuery(request, query);
      if (limit) await limit(caller);
      const sent = readBody ? await readBody(request) : undefined;
      const params: Record<string, string> = readParams ? readParams(await context.params) : {};
      rule.reach?.(caller, params);
      const exchange = {
        caller,
        params,
        query: parsedQuery,
        body: sent,
        request,
        aside: async <T>(work: () => Promise<T>) => {
          await place.moveTo("outside", fairnessKey);
          const done = await work();
          await place.moveTo(rule.plane, fairnessKey);
          return done;
        },
        ...replies,
      } as Exchange<K, N, Q, B, A, H>;
      return isRecording() ? inSpan(described.id, {}, () => handle(exchange)) : handle(exchange);
    };
    return handleInPlane(request, rule.plane, answered, deadlineOf(described));
  };
  const declared: Declared = {
    ...described,
    // An installation's token has one scope, so the scope is not configurable.
    ...(scope && described.caller !== "installation" ? { scope: scope as Declared["scope"] } : {}),
    isCounted: Boolean(count ?? limit),
  };
  return Object.assign(handler, { declared });
}

/** Deadline of a request's answer, where it is later than usual. */
function deadlineOf({ lines, waitsMs }: Pick<Declared, "lines" | "waitsMs">): number | undefined {
  if (lines) return LONGEST_UPLOAD_MS;
  return waitsMs === undefined ? undefined : databaseDeadlines().requestMs + waitsMs;
}

/** @throws ServiceError `forbidden` */
function assertHolds(caller: Callers[CallerKind], required: readonly string[]): void {
  const held = "scopes" in caller ? caller.scopes : new Set<string>();
  const lacking = required.find((scope) => !held.has(scope));
  if (lacking)
    throw new ServiceError("forbidden", {
      detail: `The token does not hold the scope ${lacking}.`,
    });
}

function bodyReader({ schema, optional }: BodyContent) {
  const read = optional ? readOptionalJson : readJson;
  return (request: Request) => read(request, schema);
}

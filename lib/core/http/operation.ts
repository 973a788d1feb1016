import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import type { z } from "zod";
import type { BodyContent, LinesContent, RequestHeader } from "@/lib/core/contract/content";
import type { Scope } from "@/lib/core/credentials/scopes";
import type { Answers } from "@/lib/core/http/answers";
import type { CallerKind } from "@/lib/core/http/callers";
import type { Tag } from "@/lib/core/http/openapi-tags";
import type { PathIds } from "@/lib/core/http/path-ids";
import type { Reason } from "@/lib/kernel/errors/catalogue";

/** Answers by status, as the API description has them. */
export type Responses = Readonly<Record<number, ResponseConfig>>;

/** Refusals of every endpoint of a protocol, and those of a method that takes a body. */
export interface ProtocolRefusals {
  any: Responses;
  body: Responses;
}

/** Declaration of an endpoint, apart from its method and path, which its file determines. */
export interface Declared {
  /** Unique; generated clients name the method after it. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  caller: CallerKind;
  /** Scope that a machine token must have. */
  scope?: Scope;
  /** Further scopes that a machine token must have. An endpoint that reads everything needs
   *  every scope for reading. */
  moreScopes?: readonly Scope[];
  /** Parameters in the brackets of the path. */
  params?: PathIds;
  /** Request headers of this endpoint alone. */
  headers?: readonly RequestHeader[];
  /** Query parameters, all optional; no query without it. */
  query?: z.ZodObject;
  body?: BodyContent;
  /** Replaces the body with one JSON object per line, which the endpoint reads while it arrives. */
  lines?: LinesContent;
  answers: Answers;
  /** Headers of successful answers, with their meaning. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Reasons for which it refuses a request, in addition to those of its caller, its body and
   *  the ids in its path. */
  refusals?: readonly Reason[];
  /** Replaces the JSON body with a form. */
  form?: { schema: z.ZodType; example?: unknown };
  /** Ways in which a caller authenticates by a standard, in place of the caller's kind. */
  security?: Record<string, string[]>[];
  /** Refusals by a standard, in place of problem documents. */
  protocol?: ProtocolRefusals;
  /** Answers that are neither JSON nor a reason: pages, redirects, and what a standard defines. */
  responses?: Responses;
  /** Longest time that its answer may wait for an event, in milliseconds. */
  waitsMs?: number;
  /** Whether a limit counts its requests. */
  isCounted: boolean;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** One method of one path, with its endpoint's declaration. */
export interface Operation extends Declared {
  method: (typeof methods)[number];
  /** With parameters in braces: `/api/v1/management/roles/{id}`. */
  path: string;
}

/** A route file: the path that follows from its location, and its exports. */
export interface RouteFile {
  /** With parameters in braces. */
  path: string;
  module: object;
}

/** Operations of route files, ordered by path and method.
 *  @throws Error when an endpoint declares other ids than its path has */
export function operationsOf(files: readonly RouteFile[]): Operation[] {
  return files.flatMap(({ path, module }) =>
    methods.flatMap((method) => {
      const description = declaredBy((module as Record<string, unknown>)[method]);
      if (!description) return [];
      assertIds(path, description);
      return [{ method, path, ...description }];
    }),
  );
}

/** Returns the declaration of the endpoint behind a handler; undefined for a handler that is no endpoint. */
export function declaredBy(handler: unknown): Declared | undefined {
  return (handler as { declared?: Declared } | undefined)?.declared;
}

function assertIds(path: string, { id, params }: Declared): void {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).join();
  const declared = params?.names.join() ?? "";
  if (inPath !== declared)
    throw new Error(`${id} declares the ids (${declared}), but its path is ${path}`);
}

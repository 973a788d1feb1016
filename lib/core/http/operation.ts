import type { z } from "zod";
import type { BodyContent, LinesContent, RequestHeader } from "@/lib/core/contract/content";
import type { Scope } from "@/lib/core/credentials/scopes";
import type { Answers } from "@/lib/core/http/answers";
import type { CallerKind } from "@/lib/core/http/callers";
import type { Tag } from "@/lib/core/http/openapi-tags";
import type { PathIds } from "@/lib/core/http/path-ids";
import type { Reason } from "@/lib/kernel/errors";

/** What an endpoint says of itself, apart from its method and path, which its file says. */
export interface Declared {
  /** Unique; what generated clients call the method. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  caller: CallerKind;
  /** What a machine token must hold. */
  scope?: Scope;
  /** What a machine token must hold beside it: what tells of everything needs every scope that reads. */
  moreScopes?: readonly Scope[];
  /** What the brackets of the path stand for. */
  params?: PathIds;
  /** Request headers of this endpoint alone. */
  headers?: readonly RequestHeader[];
  /** Query parameters, all of which may be left out; none without. */
  query?: z.ZodObject;
  body?: BodyContent;
  /** Instead of a body: one JSON object a line, which the endpoint reads while it arrives. */
  lines?: LinesContent;
  answers: Answers;
  /** Headers of successful answers, with what they mean. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Why it turns a request down, besides what its caller, its body and the ids in its path bring along. */
  refusals?: readonly Reason[];
  /** Whether its answer may wait for something to happen, for so many milliseconds at most. */
  waitsMs?: number;
  /** Whether a limit counts its requests. */
  isCounted: boolean;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** One method of one path, with what its endpoint says of itself. */
export interface Operation extends Declared {
  method: (typeof methods)[number];
  /** With parameters in braces: `/api/v1/management/roles/{id}`. */
  path: string;
}

/** A route file: the path that follows from its place, and what it exports. */
export interface RouteFile {
  /** With parameters in braces. */
  path: string;
  module: object;
}

/** The operations of route files, in the order of paths and methods.
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

/** What the endpoint behind a handler says of itself; undefined for a handler that is no endpoint. */
export function declaredBy(handler: unknown): Declared | undefined {
  return (handler as { declared?: Declared } | undefined)?.declared;
}

function assertIds(path: string, { id, params }: Declared): void {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).join();
  const declared = params?.names.join() ?? "";
  if (inPath !== declared)
    throw new Error(`${id} declares the ids (${declared}), but its path is ${path}`);
}

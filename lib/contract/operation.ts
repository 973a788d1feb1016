import type { z } from "zod";
import type { Scope } from "@/lib/credentials/scopes";
import type { Reason } from "@/lib/errors";

/** A body with an example of it, which the tests hold against the schema. */
export interface Content {
  schema: z.ZodType;
  example: unknown;
}

/** A body of this schema, with an example that the compiler checks. */
export function content<S extends z.ZodType>(schema: S, example: z.input<S>): Content {
  return { schema, example };
}

/** What a successful answer is called, instead of by its number. */
export type Success = "ok" | "created" | "accepted" | "empty";

/** Who proves to be who, and how (contract, Who may call what). */
export type CallerKind =
  | "machine"
  | "tenant"
  | "tenant_or_machine"
  | "installation"
  | "operator"
  | "anyone";

/** One method of one path of a JSON plane, as the machine-readable description tells it. The schemas are
 *  the ones that the route parses with and answers by. */
export interface Operation {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces: `/api/v1/management/roles/{id}`. */
  path: string;
  /** Unique; what generated clients call the method. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  caller: CallerKind;
  /** What a machine token must hold. */
  scope?: Scope;
  /** Request headers of this operation alone. */
  headers?: { name: string; description: string; required?: boolean; example?: string }[];
  /** Query parameters, all of which may be left out; without a schema there are none. */
  query?: z.ZodObject;
  body?: Content & { optional?: boolean };
  answers: Partial<Record<Success, { description: string } & Partial<Content>>>;
  /** Headers of successful answers. */
  answerHeaders?: Record<string, string>;
  /** Why it turns a request down, besides what its plane, its body and the id in its path bring along. */
  refusals?: readonly Reason[];
}

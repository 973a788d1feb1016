import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { LoginFailureCode, Problem } from "@/lib/contract/problem";
import type { Reason } from "@/lib/errors";
import { refusalsOf } from "@/lib/http/openapi-refusals";
import type { Declared } from "@/lib/http/operation";
import { codeOf, statusOf, titleOf } from "@/lib/http/problem";

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait; add jitter.",
    required: true,
    schema: { type: "integer" as const, minimum: 1 },
  },
};

/** An operation's refusals, by status, each with the codes that it can carry. */
export function problemResponses(operation: Declared): Record<string, ResponseConfig> {
  const isLogin = (operation.refusals ?? []).includes("login_temporarily_locked");
  const byStatus = new Map<number, Reason[]>();
  for (const reason of refusalsOf(operation))
    byStatus.set(statusOf(reason), [...(byStatus.get(statusOf(reason)) ?? []), reason]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, reasons]) => [status, problemResponse(status, reasons, isLogin)]),
  );
}

function problemResponse(status: number, reasons: Reason[], isLogin: boolean): ResponseConfig {
  const codes = reasons.flatMap((reason) => codeOf(reason) ?? []);
  const title = titleOf(reasons[0] ?? "internal");
  return {
    description: codes.length > 0 ? `${title}: ${codes.join(", ")}` : title,
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: {
      "application/problem+json": {
        schema: schemaOf(codes, codes.length === reasons.length, isLogin),
        examples: Object.fromEntries(reasons.map((reason) => [reason, exampleOf(reason)])),
      },
    },
  };
}

/** A problem whose codes are named; without one where a reason of that status has none. The login codes
 *  are the one enumeration wherever a login is refused. */
function schemaOf(codes: string[], complete: boolean, isLogin: boolean): z.ZodType {
  if (codes.length === 0) return Problem;
  const login = isLogin ? LoginFailureCode.options.filter((known) => codes.includes(known)) : [];
  const rest = codes.filter((code) => !login.some((known) => known === code));
  const named = [
    ...(login.length > 0 ? [LoginFailureCode] : []),
    ...(rest.length > 0 ? [z.enum(rest)] : []),
  ];
  const code = named.length === 1 && named[0] ? named[0] : z.union(named);
  return z.intersection(Problem, z.looseObject({ code: complete ? code : code.optional() }));
}

function exampleOf(reason: Reason) {
  const code = codeOf(reason);
  return {
    value: { status: statusOf(reason), title: titleOf(reason), ...(code ? { code } : {}) },
  };
}

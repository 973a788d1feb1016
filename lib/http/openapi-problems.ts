import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import type { Operation } from "@/lib/contract/operation";
import { LoginFailureCode, Problem } from "@/lib/contract/problem";
import type { Reason } from "@/lib/errors";
import { refusalsOf } from "@/lib/http/openapi-refusals";
import { codeOf, statusOf, titleOf } from "@/lib/http/problem";

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait; add jitter.",
    required: true,
    schema: { type: "integer" as const, minimum: 1 },
  },
};

/** An operation's refusals, by status, each with the codes that it can carry. */
export function problemResponses(operation: Operation): Record<string, ResponseConfig> {
  const byStatus = new Map<number, Reason[]>();
  for (const reason of refusalsOf(operation))
    byStatus.set(statusOf(reason), [...(byStatus.get(statusOf(reason)) ?? []), reason]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, reasons]) => [status, problemResponse(status, reasons)]),
  );
}

function problemResponse(status: number, reasons: Reason[]): ResponseConfig {
  const codes = reasons.flatMap((reason) => codeOf(reason) ?? []);
  const title = titleOf(reasons[0] ?? "internal");
  return {
    description: codes.length > 0 ? `${title}: ${codes.join(", ")}` : title,
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: {
      "application/problem+json": {
        schema: schemaOf(codes, codes.length === reasons.length),
        examples: Object.fromEntries(reasons.map((reason) => [reason, exampleOf(reason)])),
      },
    },
  };
}

/** A problem whose codes are named; without one where a reason of that status has none. */
function schemaOf(codes: string[], complete: boolean): z.ZodType {
  if (codes.length === 0) return Problem;
  const login = LoginFailureCode.options.filter((known) => codes.includes(known));
  const code = login.length === codes.length ? LoginFailureCode : z.enum(codes);
  return z.intersection(Problem, z.looseObject({ code: complete ? code : code.optional() }));
}

function exampleOf(reason: Reason) {
  const code = codeOf(reason);
  return {
    value: { status: statusOf(reason), title: titleOf(reason), ...(code ? { code } : {}) },
  };
}

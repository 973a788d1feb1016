import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { LoginFailureCode, Problem } from "@/lib/core/contract/problem";
import { refusalsOf } from "@/lib/core/http/openapi-refusals";
import type { Declared } from "@/lib/core/http/operation";
import { codeOf, statusOf, titleOf } from "@/lib/core/http/problem";
import type { Reason } from "@/lib/kernel/errors/catalogue";

/** Header of every temporary refusal. */
export const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait; add jitter.",
    required: true,
    schema: { type: "integer" as const, minimum: 1 },
  },
};

/** Refusals of an operation, by status, each with its possible codes. */
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
  const isComplete = codes.length === reasons.length;
  const none = isComplete ? [] : [codes.length > 0 ? "or no code" : "no code"];
  return {
    description: `${title}: ${[...codes, ...none].join(", ")}`,
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: {
      "application/problem+json": {
        schema: schemaOf(codes, isComplete, isLogin),
        examples: Object.fromEntries(reasons.map((reason) => [reason, exampleOf(reason)])),
      },
    },
  };
}

/** A problem with the possible codes; without codes when a reason of that status has none. */
function schemaOf(codes: string[], isComplete: boolean, isLogin: boolean): z.ZodType {
  if (codes.length === 0) return Problem;
  const code = oneOfCodes(codes, isLogin);
  return z.intersection(Problem, z.looseObject({ code: isComplete ? code : code.optional() }));
}

/** Schema of a refusal's codes. Codes of a refused login are one enumeration everywhere. */
export function oneOfCodes(codes: readonly string[], isLogin: boolean): z.ZodType {
  const login = isLogin ? LoginFailureCode.options.filter((known) => codes.includes(known)) : [];
  const rest = codes.filter((code) => !login.some((known) => known === code));
  const options = [
    ...(login.length > 0 ? [z.intersection(LoginFailureCode, z.enum(login))] : []),
    ...(rest.length > 0 ? [z.enum(rest)] : []),
  ];
  const only = options.length === 1 ? options[0] : undefined;
  return (only ?? z.union(options)).meta({
    description: "Codes are added: keep a default branch.",
  });
}

function exampleOf(reason: Reason) {
  const code = codeOf(reason);
  return {
    value: { status: statusOf(reason), title: titleOf(reason), ...(code ? { code } : {}) },
  };
}

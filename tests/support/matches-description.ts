import { expect } from "vitest";
import type { Operation, Success } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { successStatus } from "@/lib/http/openapi";
import { operations } from "@/lib/http/openapi-operations";
import { refusalsOf } from "@/lib/http/openapi-refusals";
import { codeOf, statusOf } from "@/lib/http/problem";

/** The operation that the description has for a request, if it has one. */
export function describedOperation(method: string, path: string): Operation | undefined {
  const asked = path.split("?")[0]?.split("/") ?? [];
  const fits = (operation: Operation) => {
    const parts = operation.path.split("/");
    const same = (part: string, index: number) => part.startsWith("{") || part === asked[index];
    return operation.method === method && parts.length === asked.length && parts.every(same);
  };
  // A literal path before one with a parameter in its place.
  return operations
    .filter(fits)
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
}

/** Fails unless the answer is one that the description has for this operation: a success with exactly the
 *  described fields, or a refusal with a described status and code. */
export function expectDescribed(
  operation: Operation,
  answer: { status: number; body: unknown },
): void {
  const where = `${operation.method} ${operation.path} answered ${answer.status}`;
  const kind = (Object.keys(operation.answers) as Success[]).find(
    (candidate) => successStatus[candidate] === answer.status,
  );
  if (kind) {
    const schema = operation.answers[kind]?.schema;
    // An object schema drops fields it does not know, so an undescribed one shows as a difference.
    expect(schema ? schema.parse(answer.body) : "", where).toEqual(answer.body);
    return;
  }
  const problem = Problem.parse(answer.body);
  expect(problem.status, where).toBe(answer.status);
  const described = refusalsOf(operation).map((reason) => [statusOf(reason), codeOf(reason)]);
  expect(described, `${where} ${problem.code ?? "without a code"}`).toContainEqual([
    answer.status,
    problem.code,
  ]);
}

import { expect } from "vitest";
import type { z } from "zod";
import { Problem } from "@/lib/contract/problem";
import { problemFields } from "@/lib/contract/problem-fields";
import { type Success, successStatus } from "@/lib/http/answers";
import { refusalsOf } from "@/lib/http/openapi-refusals";
import type { Declared } from "@/lib/http/operation";
import { codeOf, statusOf } from "@/lib/http/problem";

/** Fails unless the answer is one that an endpoint declares: a success with exactly the
 *  described fields, or a refusal with a described status and code. */
export function expectDescribed(
  operation: Declared,
  answer: { status: number; body: unknown },
): void {
  const where = `${operation.id} answered ${answer.status}`;
  const kind = (Object.keys(operation.answers) as Success[]).find(
    (candidate) => successStatus[candidate] === answer.status,
  );
  if (kind) {
    const { schema: whole, form } = operation.answers[kind] ?? {};
    if (form === "file") return;
    const asLines = form === "lines" || (form === "either" && typeof answer.body === "string");
    const schema = form === "either" && asLines ? entryOf(whole) : whole;
    if (asLines) {
      const lines = String(answer.body).split("\n").filter(Boolean);
      for (const line of lines)
        expect(schema?.parse(JSON.parse(line)), where).toEqual(JSON.parse(line));
      return;
    }
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
  expect(undescribedFields(problem), `${where} ${problem.code}`).toEqual([]);
}

/** The schema of an entry of a list. */
function entryOf(list: z.ZodType | undefined): z.ZodType {
  const [entries] = Object.values((list as z.ZodObject).shape);
  return (entries as z.ZodArray).element as z.ZodType;
}

/** What stands in a problem document although neither every problem has it nor this one's code. */
function undescribedFields(problem: Record<string, unknown>): string[] {
  const byCode: Record<string, object> = problemFields;
  const ofCodes = Object.values(byCode).flatMap((fields) => Object.keys(fields));
  const common = Object.keys(Problem.shape).filter((name) => !ofCodes.includes(name));
  const known = [...common, ...Object.keys(byCode[String(problem.code)] ?? {})];
  return Object.keys(problem).filter((name) => !known.includes(name));
}

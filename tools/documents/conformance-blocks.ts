import {
  type ExpectedModule,
  type ExpectedPlan,
  readExpected,
} from "@/tests/systems/conformance/expected";
import { type Result, results } from "@/tests/systems/conformance/outcome";
import { plans } from "@/tests/systems/conformance/plans";
import { table, word } from "./blocks";

/** Returns the tables of docs/CONFORMANCE.md, made from conformance/expected. */
export function conformanceBlocks(): Record<string, string> {
  const known = Object.keys(plans).flatMap((plan) => readExpected(plan) ?? []);
  return { summary: summary(known), results: known.map(planText).join("\n") };
}

const resultTexts: Record<Result, string> = {
  PASSED: "passes",
  WARNING: "warns",
  REVIEW: "for review",
  SKIPPED: "skipped",
  FAILED: "fails",
  INTERRUPTED: "breaks off",
};
const sources = { spec: "Specification", contract: "Contract", suite: "Suite" };

type Run = ExpectedPlan["runs"][number];

function summary(known: readonly ExpectedPlan[]): string {
  const rows = known.flatMap(({ plan, suite, runs }) =>
    runs.map((run) => [word(plan), chosen(run), suite, ...results.map((one) => count(run, one))]),
  );
  return table(["Plan", "Chosen", "Suite", ...results.map((one) => resultTexts[one])], rows);
}

const count = ({ modules }: Run, result: Result) => {
  const found = modules.filter((one) => one.result === result).length;
  return found > 0 ? String(found) : "";
};

const chosen = ({ variant, shim }: Run) =>
  [
    ...Object.entries(variant).map(([name, value]) => word(`${name}=${value}`)),
    ...(shim === "off" ? [] : [`shim ${word(shim)}`]),
  ].join(", ");

function planText({ plan, runs }: ExpectedPlan): string {
  const tables = runs.map((run) => {
    const rows = run.modules.map((one) => [word(one.module), resultTexts[one.result], why(one)]);
    const which = runs.length > 1 ? `${chosen(run)}:\n\n` : "";
    return `${which}${table(["Module", "Result", "Why"], rows)}`;
  });
  return `### ${plan}\n\n${tables.join("\n")}`;
}

const why = ({ because }: ExpectedModule) =>
  because ? `${sources[because.source]}: ${because.sentence.replaceAll("|", "\\|")}` : "";

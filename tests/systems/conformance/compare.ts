import type { ExpectedModule } from "./expected";
import type { ModuleOutcome } from "./outcome";

/** Returns the differences between the outcomes and the expected ones, one line for each module. A better
 *  outcome is a difference too: the file must stay true.
 *  @param only the modules that were run; all when empty */
export function differences(
  expected: readonly ExpectedModule[],
  found: readonly ModuleOutcome[],
  only: readonly string[] = [],
): string[] {
  const isMeant = (module: string) =>
    only.length === 0 || only.includes(module.replace(/\[.*$/, ""));
  const selected = expected.filter(({ module }) => isMeant(module));
  const missing = selected
    .filter(({ module }) => !found.some((one) => one.module === module))
    .map(({ module }) => `${module} is expected and was not run`);
  return [...missing, ...found.flatMap((outcome) => differenceOf(outcome, selected))];
}

function differenceOf(outcome: ModuleOutcome, selected: readonly ExpectedModule[]): string[] {
  const { module, result } = outcome;
  const before = selected.find((one) => one.module === module);
  if (!before) return [`${module} is not expected: ${result}`];
  if (before.result !== result)
    return [`${module} is ${result}, expected ${before.result}${listed(outcome.conditions)}`];
  const had = before.conditions ?? [];
  const more = outcome.conditions.filter((one) => !had.includes(one));
  const fewer = had.filter((one) => !outcome.conditions.includes(one));
  return [
    ...(more.length > 0 ? [`${module} is ${result} for more reasons${listed(more)}`] : []),
    ...(fewer.length > 0
      ? [`${module} is ${result} for fewer reasons, without${listed(fewer)}`]
      : []),
  ];
}

const listed = (conditions: readonly string[]) =>
  conditions.length > 0 ? `: ${conditions.join(", ")}` : "";

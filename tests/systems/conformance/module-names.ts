import type { PlanModule } from "./suite-api";

/** What the modules of a plan are called: a name that comes twice has what the plan fixes for it behind it. */
export function moduleNames(modules: readonly PlanModule[]): string[] {
  return modules.map(({ testModule, variant }) => {
    const isAlone = modules.filter((one) => one.testModule === testModule).length === 1;
    if (isAlone) return testModule;
    const fixed = Object.entries(variant ?? {}).sort();
    return `${testModule}[${fixed.map(([name, value]) => `${name}=${value}`).join(",")}]`;
  });
}

import type { PlanModule } from "./suite-api";

/** Returns the names of a plan's modules: a name that comes twice is followed by the variant that the plan
 *  fixes for it. */
export function moduleNames(modules: readonly PlanModule[]): string[] {
  return modules.map(({ testModule, variant }) => {
    const isAlone = modules.filter((one) => one.testModule === testModule).length === 1;
    if (isAlone) return testModule;
    const fixed = Object.entries(variant ?? {}).sort();
    return `${testModule}[${fixed.map(([name, value]) => `${name}=${value}`).join(",")}]`;
  });
}

import { hash } from "node:crypto";
import type { Issue } from "@/lib/features/configuration/section";
import type { Step } from "@/lib/features/configuration/step";

/** Steps of one transaction, in the tenant itself or in an environment. */
export interface PlannedPart {
  /** The environment's key; null for the tenant itself. */
  environment: string | null;
  /** Whether the environment has to be created first. */
  isNew: boolean;
  /** Steps in the order of execution. */
  steps: Step[];
  /** Removals that are skipped, because pruning is off. */
  kept: Step[];
}

/** Effect of applying a file. */
export interface Plan {
  parts: PlannedPart[];
  /** Hash of all steps. Applying a file with it executes exactly these steps, or is refused. */
  fingerprint: string;
}

/** Error for a file that cannot be applied, with all mistakes. */
export class ConfigurationRefused extends Error {
  /** @param issues paths begin with the environment's key */
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
    this.name = "ConfigurationRefused";
  }
}

/** Creates a part with or without removals.
 *  @param steps in the order of sections */
export function plannedPart(
  part: Pick<PlannedPart, "environment" | "isNew">,
  steps: readonly Step[],
  prune: boolean,
): PlannedPart {
  const removals = steps.filter(({ action }) => action === "remove").reverse();
  const others = steps.filter(({ action }) => action !== "remove");
  return {
    ...part,
    steps: prune ? [...others, ...removals] : others,
    kept: prune ? [] : removals,
  };
}

/** Whether a part changes nothing. */
export function isEmpty({ steps, isNew }: PlannedPart): boolean {
  return steps.length === 0 && !isNew;
}

/** Fingerprint of a plan's effect on a tenant: every change with its value before and after. */
export function fingerprintOf(tenant: string, parts: readonly PlannedPart[]): string {
  const done = parts
    .filter((part) => !isEmpty(part))
    .map(({ environment, isNew, steps }) => ({ environment, isNew, steps }));
  return hash("sha256", JSON.stringify([1, tenant, done]), "base64url").slice(0, 22);
}

import { hash } from "node:crypto";
import type { Issue } from "@/lib/features/configuration/section";
import type { Step } from "@/lib/features/configuration/step";

/** What is done together, in one transaction: the tenant itself, or an environment. */
export interface PlannedPart {
  /** The environment's key; null for the tenant itself. */
  environment: string | null;
  /** Whether the environment is to be made first. */
  isNew: boolean;
  /** What is done, in this order. */
  steps: Step[];
  /** Removals that are left undone, because nobody asked for them. */
  kept: Step[];
}

/** What applying a file would do. */
export interface Plan {
  parts: PlannedPart[];
  /** Stands for all that is done. A file that is applied with it does this and nothing else. */
  fingerprint: string;
}

/** A file that can't be applied, with each mistake. */
export class ConfigurationRefused extends Error {
  /** @param issues paths begin with the environment's key */
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
    this.name = "ConfigurationRefused";
  }
}

/** A part with the removals that were asked for, or without any.
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

/** The fingerprint of what a plan does in a tenant: every change with its value before and after. */
export function fingerprintOf(tenant: string, parts: readonly PlannedPart[]): string {
  const done = parts
    .filter((part) => !isEmpty(part))
    .map(({ environment, isNew, steps }) => ({ environment, isNew, steps }));
  return hash("sha256", JSON.stringify([1, tenant, done]), "base64url").slice(0, 22);
}

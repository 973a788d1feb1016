import type { Plan, PlannedPart } from "@/lib/features/configuration/plan";
import type { FieldChange, SectionName, Step } from "@/lib/features/configuration/step";
import { snakeName } from "@/lib/kernel/names";

const nouns: Record<SectionName, string> = {
  securityPolicy: "security policy",
  branding: "branding",
  environment: "environment",
  passkeys: "passkeys",
  previousSystem: "previous system",
  organizationTypes: "organization type",
  apps: "app",
  roles: "role",
  packages: "package",
  entitlementPolicy: "entitlement policy",
  oidcClients: "OIDC client",
  identitySources: "identity source",
};

/** Effect of a removal in sections where nothing is deleted. */
const removals: Partial<Record<SectionName, string>> = {
  securityPolicy: "follows the platform again in",
  branding: "is unset in",
  apps: "is disabled",
  oidcClients: "is revoked for good",
  identitySources: "is disabled",
};

const signs = { create: "+", change: "~", remove: "-" } as const;
/** Longest value that is shown whole: a logo is not. */
const LONGEST = 120;

/** Returns a plan as JSON for a program. */
export function planJson(tenant: string | null, { parts, fingerprint }: Plan) {
  const steps = (part: PlannedPart, list: Step[]) =>
    list.map((step) => ({
      environment: part.environment,
      section: snakeName(step.section),
      key: step.key === "" ? null : step.key,
      action: step.action,
      fields: step.fields.map(({ name, before, after }) => ({
        name: snakeName(name),
        before: before ?? null,
        after: after ?? null,
      })),
    }));
  return {
    tenant,
    fingerprint,
    environments_created: parts.flatMap((one) => (one.isNew ? [one.environment] : [])),
    steps: parts.flatMap((part) => steps(part, part.steps)),
    kept: parts.flatMap((part) => steps(part, part.kept)),
  };
}

/** Describes the changes of a tenant to a person. */
export function partsText(parts: readonly PlannedPart[]): string {
  return parts
    .filter(({ isNew, steps, kept }) => isNew || steps.length + kept.length > 0)
    .map((part) =>
      [
        `${part.environment ?? "tenant"}${part.isNew ? " (new)" : ""}`,
        ...part.steps.map((step) => stepText(step)),
        ...part.kept.map((step) => `${stepText(step)} (only with --prune)`),
      ].join("\n"),
    )
    .join("\n\n");
}

/** Counts the changes, in a line. */
export function countsText(parts: readonly PlannedPart[]): string {
  const steps = parts.flatMap((part) => part.steps);
  const count = (action: Step["action"]) => steps.filter((step) => step.action === action).length;
  const leftCount = parts.reduce((sum, part) => sum + part.kept.length, 0);
  return `${count("create")} created, ${count("change")} changed, ${count("remove")} removed${leftCount > 0 ? `, ${leftCount} left that --prune removes` : ""}.`;
}

function stepText({ section, key, action, fields }: Step): string {
  const what = [nouns[section], key].filter(Boolean).join(" ");
  if (action === "remove") {
    const settings = key === "" ? fields.map(({ name }) => snakeName(name)).join(", ") : "";
    return `  - ${[what, removals[section], settings].filter(Boolean).join(" ")}`;
  }
  const fieldLines = fields.map((field) => `      ${fieldText(field, action)}`);
  return [`  ${signs[action]} ${what}`, ...fieldLines].join("\n");
}

function fieldText({ name, before, after }: FieldChange, action: Step["action"]): string {
  const label = name === "secretFrom" ? "client_secret from" : snakeName(name);
  if (action === "create" || before === undefined) return `${label}: ${valueText(after)}`;
  return `${label}: ${valueText(before)} -> ${valueText(after)}`;
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > LONGEST ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
}

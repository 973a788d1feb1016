import type { BrandingChanges } from "@/lib/core/branding/branding-fields";
import { bytesOfLogo } from "@/lib/core/branding/bytes-of-logo";
import { changeBranding } from "@/lib/core/branding/change-branding";
import { changeSecurityPolicy } from "@/lib/core/security-policy/change-security-policy";
import type { StepContext } from "@/lib/features/configuration/section";
import { allSections } from "@/lib/features/configuration/sections/all-sections";
import type { Step, Thing } from "@/lib/features/configuration/step";
import type { Caller } from "@/lib/kernel/caller";

/** Runs the steps of an environment, each by the use case of the dashboard. */
export async function runEnvironmentSteps(
  place: StepContext,
  steps: readonly Step[],
): Promise<void> {
  for (const { section: name, key, action, fields } of steps) {
    const section = allSections.find((one) => one.name === name);
    if (!section) throw new Error(`unreachable: there is no section ${name}`);
    const desired: Thing = Object.fromEntries(fields.map((field) => [field.name, field.after]));
    if (action === "create") await section.create(place, key, desired);
    else if (action === "change") await section.change(place, key, desired);
    else await section.remove(place, key);
  }
}

/** Runs the steps of the tenant itself. All fields of a section are one change. */
export async function runTenantSteps(caller: Caller, steps: readonly Step[]): Promise<void> {
  const policy = afterOf(steps, "securityPolicy");
  if (policy) await changeSecurityPolicy(caller, policy);
  const looks = afterOf(steps, "branding");
  if (!looks) return;
  const { logo, ...fields } = looks as BrandingChanges & { logo?: string | null };
  const image = typeof logo === "string" ? bytesOfLogo(logo) : logo;
  await changeBranding(caller, { ...fields, ...(image === undefined ? {} : { logo: image }) });
}

function afterOf(steps: readonly Step[], section: Step["section"]): Thing | null {
  const fields = steps.filter((step) => step.section === section).flatMap((step) => step.fields);
  return fields.length === 0
    ? null
    : Object.fromEntries(fields.map(({ name, after }) => [name, after]));
}

import type { EnvironmentConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import type { EnvironmentState } from "@/lib/features/configuration/read-environment";
import type { Issue, Section, StepContext } from "@/lib/features/configuration/section";
import { allSections } from "@/lib/features/configuration/sections/all-sections";
import { withoutKnownSecrets } from "@/lib/features/configuration/sections/oidc-clients-section";
import { type Step, stepsOf, type Things } from "@/lib/features/configuration/step";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Returns the steps that bring an environment to the state of a file, and the file's mistakes.
 *  @param db bound to the environment */
export async function environmentSteps(
  db: Queryable,
  { there, names }: EnvironmentState,
  file: EnvironmentConfiguration,
  variables: StepContext["variables"],
): Promise<{ steps: Step[]; issues: Issue[] }> {
  const steps: Step[] = [];
  const issues: Issue[] = [];
  for (const section of allSections) {
    const before = there.get(section.name) ?? {};
    const desired = section.desired(file);
    if (!desired) continue;
    issues.push(...unknownReferences(section, desired, file, there));
    const own = await section.problems?.(desired, before, { db, names, variables });
    issues.push(...(own ?? []));
    const compared =
      section.name === "oidcClients" ? withoutKnownSecrets(desired, { names, variables }) : desired;
    steps.push(...stepsOf(section.name, before, compared, section.isGone));
  }
  return { steps, issues };
}

/** Lists references to things that are neither in the environment nor in the file. */
function unknownReferences(
  section: Section,
  desired: Things,
  file: EnvironmentConfiguration,
  there: EnvironmentState["there"],
): Issue[] {
  return Object.entries(desired).flatMap(([key, thing]) =>
    (section.references?.(thing) ?? [])
      .filter(({ to, key: named }) => {
        const target = allSections.find(({ name }) => name === to);
        const inFile = target?.desired(file) ?? {};
        return !Object.hasOwn(inFile, named) && !Object.hasOwn(there.get(to) ?? {}, named);
      })
      .map(({ field, to, key: named }) => ({
        path: [section.name, ...(key === "" ? [] : [key]), field],
        message: `${named} is neither in the file nor in the environment`,
        names: { section: to, key: named },
      })),
  );
}

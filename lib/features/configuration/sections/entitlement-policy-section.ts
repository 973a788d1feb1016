import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import type { EntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy";
import { readEntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy-store";
import { findBySlugs, listSlugsOf } from "@/lib/features/configuration/configuration-store";
import type { Section, StepContext } from "@/lib/features/configuration/section";

interface Override {
  organization: string;
  entitlement: string;
  effect: "grant" | "deny";
}

interface Fields {
  mode?: EntitlementPolicy["mode"];
  defaultPackage?: string | null;
  overrides?: Override[];
}

/** The environment's policy about packages and entitlements. Organizations are referred to by slug. */
export const entitlementPolicySection: Section = {
  name: "entitlementPolicy",
  empty: { "": { mode: "enforce", defaultPackage: null, overrides: [] } },
  read: async (db, names) => {
    const { mode, defaultPackageId, overrides } = await readEntitlementPolicy(db);
    const slugs = new Map(
      (await listSlugsOf(db, organizationsOf(overrides))).map(({ id, slug }) => [id, slug]),
    );
    const named = overrides.map(({ organizationId, entitlement, effect }) => ({
      organization: slugs.get(organizationId) ?? organizationId,
      entitlement,
      effect,
    }));
    const defaultPackage = defaultPackageId && names.keyOf("packages", defaultPackageId);
    return { "": { mode, defaultPackage, overrides: named } };
  },
  desired: ({ entitlementPolicy }) => entitlementPolicy && { "": { ...entitlementPolicy } },
  references: ({ defaultPackage }) =>
    typeof defaultPackage === "string"
      ? [{ field: "defaultPackage", to: "packages", key: defaultPackage }]
      : [],
  problems: async (desired, _, { db }) => {
    const { overrides = [] } = (desired[""] ?? {}) as Fields;
    const slugs = [...new Set(overrides.map(({ organization }) => organization))];
    const known = new Set((await findBySlugs(db, slugs)).map(({ slug }) => slug));
    return overrides.flatMap(({ organization }, at) =>
      known.has(organization)
        ? []
        : [
            {
              path: ["entitlementPolicy", "overrides", at, "organization"],
              message: `${organization} names no organization of this environment`,
            },
          ],
    );
  },
  create: async () => {},
  change: (place, _, changes) => change(place, changes as Fields),
  remove: async () => {},
};

async function change({ caller, db, names }: StepContext, fields: Fields): Promise<void> {
  const { mode, defaultPackage, overrides } = fields;
  const found = await findBySlugs(db, overrides?.map(({ organization }) => organization) ?? []);
  const ids = new Map(found.map(({ id, slug }) => [slug, id]));
  await changeEntitlementPolicy(caller, {
    ...(mode === undefined ? {} : { mode }),
    ...(defaultPackage === undefined
      ? {}
      : { defaultPackageId: defaultPackage && names.idOf("packages", defaultPackage) }),
    ...(overrides && {
      overrides: overrides.map(({ organization, entitlement, effect }) => ({
        organizationId: ids.get(organization) ?? "",
        entitlement,
        effect,
      })),
    }),
  });
}

function organizationsOf(overrides: readonly { organizationId: string }[]): string[] {
  return [...new Set(overrides.map(({ organizationId }) => organizationId))];
}

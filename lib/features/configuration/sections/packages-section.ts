import { changePackage } from "@/lib/core/packages/change-package";
import { changePackageApps } from "@/lib/core/packages/change-package-apps";
import { createPackage } from "@/lib/core/packages/create-package";
import { deletePackage } from "@/lib/core/packages/delete-package";
import type { PackageFields } from "@/lib/core/packages/package";
import { listPackages } from "@/lib/core/packages/package-store";
import type { Section, StepContext } from "@/lib/features/configuration/section";

type Fields = Partial<PackageFields> & { apps?: string[] };

const idsOf = ({ names }: StepContext, apps: string[]) =>
  apps.map((key) => names.idOf("apps", key));

/** Packages that organizations subscribe to. */
export const packagesSection: Section = {
  name: "packages",
  empty: {},
  read: async (db, names) => {
    const packages = await listPackages(db);
    for (const { key, id } of packages) names.add("packages", key, id);
    return Object.fromEntries(
      packages.map(({ key, name, status, entitlements, appIds }) => {
        const apps = appIds.map((id) => names.keyOf("apps", id)).sort();
        return [key, { name, status, entitlements, apps }];
      }),
    );
  },
  desired: ({ packages }) => packages,
  references: ({ apps }) =>
    ((apps ?? []) as string[]).map((key) => ({ field: "apps", to: "apps", key })),
  create: async (place, key, thing) => {
    const { apps = [], name = key, ...fields } = thing as Fields;
    const appIds = idsOf(place, apps);
    const { id } = await createPackage(place.caller, { ...fields, key, name, appIds });
    place.names.add("packages", key, id);
  },
  change: async (place, key, changes) => {
    const id = place.names.idOf("packages", key);
    const { apps, ...fields } = changes as Fields;
    if (Object.keys(fields).length > 0) await changePackage(place.caller, id, fields);
    if (apps) await changePackageApps(place.caller, id, idsOf(place, apps));
  },
  remove: ({ caller, names }, key) => deletePackage(caller, names.idOf("packages", key)),
};

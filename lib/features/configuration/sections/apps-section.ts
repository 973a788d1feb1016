import type { App, AppPackagePolicy } from "@/lib/core/apps/app";
import { listApps } from "@/lib/core/apps/app-store";
import { changeApp } from "@/lib/core/apps/change-app";
import { changePackagePolicy } from "@/lib/core/apps/change-package-policy";
import { createApp } from "@/lib/core/apps/create-app";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import type { Section } from "@/lib/features/configuration/section";

type Fields = Partial<AppPackagePolicy> & Partial<Pick<App, "name" | "status">>;

/** The environment's apps. An app cannot be deleted: removing it disables it. */
export const appsSection: Section = {
  name: "apps",
  empty: {},
  read: async (db, names) => {
    const apps = await listApps(db);
    for (const { key, id } of apps) names.add("apps", key, id);
    return Object.fromEntries(apps.map(({ key, id: _, ...app }) => [key, app]));
  },
  desired: ({ apps }) => apps,
  isGone: ({ status }) => status === "disabled",
  references: ({ allowedOrganizationTypes }) =>
    ((allowedOrganizationTypes ?? []) as string[]).map((key) => ({
      field: "allowedOrganizationTypes",
      to: "organizationTypes",
      key,
    })),
  create: async ({ caller, names }, key, thing) => {
    const { status, name = key, ...policy } = thing as Fields;
    const { id } = await createApp(caller, { key, name, ...policy });
    names.add("apps", key, id);
    if (status === "disabled") await setAppStatus(caller, id, status);
  },
  change: async ({ caller, names }, key, changes) => {
    const id = names.idOf("apps", key);
    const { name, status, ...policy } = changes as Fields;
    if (name !== undefined) await changeApp(caller, id, { name });
    if (Object.keys(policy).length > 0) await changePackagePolicy(caller, id, policy);
    if (status !== undefined) await setAppStatus(caller, id, status);
  },
  remove: async ({ caller, names }, key) => {
    await setAppStatus(caller, names.idOf("apps", key), "disabled");
  },
};

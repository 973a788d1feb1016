import { listPage } from "@/app/dashboard/_nouns/list-page";
import { Mono, StatusBadge } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchApps } from "@/lib/core/apps/app-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const generateMetadata = titled("access", "apps.list.title");

/** List of the tenant's apps. */
export default listPage({
  ...{ area: "access", texts: "apps.list", path: "apps", order: "key" },
  read: (caller, browse) => inBatch(caller, (db) => searchApps(db, browse)),
  show: ({ t, format }) => ({
    name: [[t("apps.list.app"), "name"], ({ name }) => ({ name })],
    columns: [
      [[t("apps.list.key"), "key"], ({ key }) => <Mono>{key}</Mono>, "min-w-28"],
      [t("apps.list.status"), ({ status }) => <StatusBadge status={status} />],
      [t("apps.list.package"), ({ packagePolicy }) => t(`apps.policy.${packagePolicy}`)],
      [t("apps.list.roles"), ({ roles }) => format.number(roles)],
    ],
  }),
});

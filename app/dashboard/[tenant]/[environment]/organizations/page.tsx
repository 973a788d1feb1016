import { byStatus, listPage } from "@/app/dashboard/_nouns/list-page";
import { Mono, Quiet, StatusBadge, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchOrganizations } from "@/lib/core/organizations/organization-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";

export const generateMetadata = titled("organizations", "list.title");

/** List of the tenant's organizations: its customers. */
export default listPage({
  ...{ area: "organizations", texts: "list", path: "organizations", order: "-created" },
  ...byStatus("active", "disabled"),
  read: (caller, browse) => inLateRead(caller, (db) => searchOrganizations(db, browse)),
  show: ({ t, format }) => ({
    name: [
      [t("list.organization"), "name"],
      ({ name, slug }) => ({ name, below: <Mono>{slug}</Mono> }),
    ],
    columns: [
      [t("list.status"), ({ status }) => <StatusBadge status={status} />],
      [
        t("list.type"),
        ({ organizationType }) => organizationType ?? <Quiet>{t("list.none")}</Quiet>,
      ],
      [t("list.package"), ({ packageName }) => packageName ?? <Quiet>{t("list.noPackage")}</Quiet>],
      [t("list.members"), ({ members }) => format.number(members)],
      [[t("list.created"), "-created"], ({ createdAt }) => <When at={createdAt} />],
    ],
  }),
});

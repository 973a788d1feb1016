import { listPage } from "@/app/dashboard/_nouns/list-page";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { Mono, Quiet } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchRoles } from "@/lib/core/roles/role-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const generateMetadata = titled("access", "roles.list.title");

/** List of the roles that members of organizations can have. */
export default listPage({
  ...{ area: "access", texts: "roles.list", path: "roles", order: "key" },
  read: (caller, browse) => inBatch(caller, (db) => searchRoles(db, browse)),
  show: ({ t, format }) => ({
    name: [
      [t("roles.list.role"), "name"],
      ({ name, isSystem }) => ({ name, beside: isSystem && <Badge>{t("roles.system")}</Badge> }),
    ],
    columns: [
      [[t("roles.list.key"), "key"], ({ key }) => <Mono>{key}</Mono>, "min-w-28"],
      [
        t("roles.list.apps"),
        ({ apps }) => format.list(apps) || <Quiet>{t("roles.list.noApps")}</Quiet>,
      ],
      [t("roles.list.permissions"), ({ permissions }) => format.number(permissions.length)],
      [t("roles.list.members"), ({ members }) => format.number(members)],
    ],
  }),
});

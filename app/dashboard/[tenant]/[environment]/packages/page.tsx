import { listPage } from "@/app/dashboard/_nouns/list-page";
import { Mono, Quiet, StatusBadge, Words } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchPackages } from "@/lib/core/packages/package-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const generateMetadata = titled("access", "packages.list.title");

/** List of the packages that organizations can have. */
export default listPage({
  ...{ area: "access", texts: "packages.list", path: "packages", order: "key" },
  read: (caller, browse) => inBatch(caller, (db) => searchPackages(db, browse)),
  show: ({ t, format }) => ({
    name: [[t("packages.list.package"), "name"], ({ name }) => ({ name })],
    columns: [
      [[t("packages.list.key"), "key"], ({ key }) => <Mono>{key}</Mono>, "min-w-28"],
      [t("packages.list.status"), ({ status }) => <StatusBadge status={status} />],
      [
        t("packages.list.entitlements"),
        ({ entitlements: words }) => (
          <>
            <Words words={words.slice(0, 4)} none={t("packages.list.noEntitlements")} />
            {words.length > 4 && (
              <Quiet>{t("packages.list.more", { count: words.length - 4 })}</Quiet>
            )}
          </>
        ),
      ],
      [
        t("packages.list.apps"),
        ({ apps }) => format.list(apps) || <Quiet>{t("packages.list.noApps")}</Quiet>,
      ],
      [t("packages.list.organizations"), ({ organizations }) => format.number(organizations)],
    ],
  }),
});

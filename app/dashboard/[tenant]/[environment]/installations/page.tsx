import { byStatus, listPage } from "@/app/dashboard/_nouns/list-page";
import { Notice } from "@/app/dashboard/_parts/blocks";
import { Mono, Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { searchInstallations } from "@/lib/core/installations/installation-search-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { InstallationBadge } from "./installation-badge";

export const generateMetadata = titled("installations", "list.title");

/** List of the installations of the tenant's apps. */
export default listPage({
  ...{ area: "installations", texts: "list", path: "installations" },
  createPath: "enrolment-tokens/new",
  ...byStatus("active", "retired"),
  read: (caller, browse) =>
    inBatch(caller, async (db) => {
      const [page, capacity] = await Promise.all([
        searchInstallations(db, browse),
        readCapacity(db),
      ]);
      return { ...page, capacity };
    }),
  show: ({ t, path, page: { capacity } }) => ({
    before: capacity.active >= capacity.limit && (
      <Notice tone="red">
        {t.rich("list.full", {
          ...{ active: capacity.active, limit: capacity.limit },
          link: (chunks) => <TextLink href={`${path}/capacity`}>{chunks}</TextLink>,
        })}
      </Notice>
    ),
    after: (
      <p className="mt-6 text-sm">
        <Quiet>{t("list.used", { active: capacity.active, limit: capacity.limit })}</Quiet>{" "}
        <TextLink href={`${path}/capacity`}>{t("list.capacity")}</TextLink>
      </p>
    ),
    name: [
      t("shared.installation"),
      ({ name, platform }) => ({ name, below: platform ?? t("list.platformUnknown") }),
    ],
    columns: [
      [t("shared.status"), ({ status }) => <InstallationBadge status={status} t={t} />],
      [
        t("shared.version"),
        ({ version }) => (version ? <Mono>{version}</Mono> : <Quiet>{t("shared.unknown")}</Quiet>),
      ],
      [
        t("shared.app"),
        ({ appName, organizationName }) => (
          <>
            {appName}
            <div>
              <Quiet>{organizationName ?? t("shared.noOrganization")}</Quiet>
            </div>
          </>
        ),
        "min-w-40 wrap-anywhere",
      ],
      [t("shared.lastSeen"), ({ lastSeenAt }) => <When at={lastSeenAt} />, "whitespace-nowrap"],
    ],
  }),
});

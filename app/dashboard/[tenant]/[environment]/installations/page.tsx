import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Notice } from "@/app/dashboard/_parts/notice";
import { When } from "@/app/dashboard/_parts/when";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { searchInstallations } from "@/lib/core/installations/installation-search-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { InstallationBadge } from "./installation-badge";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("list.title") };
}

/** List of the installations of the tenant's apps. */
export default async function InstallationsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { t } = await wordsOf("installations");
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const requestedStatus = textOf(search, "status");
  const status =
    requestedStatus === "active" || requestedStatus === "retired" ? requestedStatus : null;
  const [page, capacity] = await inBatch(caller, (db) =>
    Promise.all([searchInstallations(db, { ...browse, status }), readCapacity(db)]),
  );
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "installations");
  const { active, limit } = capacity;
  return (
    <>
      {active >= limit && (
        <Notice tone="red">
          {t.rich("list.full", {
            ...{ active, limit },
            link: (chunks) => <TextLink href={`${path}/capacity`}>{chunks}</TextLink>,
          })}
        </Notice>
      )}
      <Listing
        title={t("list.title")}
        about={t("list.about")}
        path={path}
        browse={browse}
        narrowed={{ status }}
        page={page}
        create={
          mayChange
            ? { href: placePath(place, "enrolment-tokens/new"), name: t("list.enrol") }
            : undefined
        }
        search={{
          label: t("list.search"),
          placeholder: t("list.placeholder"),
          filters: <StatusFilter status={status} statuses={["active", "retired"]} />,
        }}
        empty={{
          title: t("list.emptyTitle"),
          text: mayChange ? t("list.empty") : t("list.emptyViewer"),
        }}
        head={[
          t("shared.installation"),
          t("shared.status"),
          t("shared.version"),
          t("shared.app"),
          t("shared.lastSeen"),
        ]}
        row={(one) => (
          <tr key={one.id}>
            <NameCell
              href={`${path}/${one.id}`}
              name={one.name}
              below={one.platform ?? t("list.platformUnknown")}
            />
            <td>
              <InstallationBadge status={one.status} t={t} />
            </td>
            <td>
              {one.version ? <Mono>{one.version}</Mono> : <Quiet>{t("shared.unknown")}</Quiet>}
            </td>
            <td className="min-w-40 wrap-anywhere">
              {one.appName}
              <div>
                <Quiet>{one.organizationName ?? t("shared.noOrganization")}</Quiet>
              </div>
            </td>
            <td className="whitespace-nowrap">
              <When at={one.lastSeenAt} />
            </td>
          </tr>
        )}
      />
      <p className="mt-6 text-sm">
        <Quiet>{t("list.used", { active, limit })}</Quiet>{" "}
        <TextLink href={`${path}/capacity`}>{t("list.capacity")}</TextLink>
      </p>
    </>
  );
}

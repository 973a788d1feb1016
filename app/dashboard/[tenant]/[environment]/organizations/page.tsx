import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Mono, NameCell, Quiet, StatusBadge, When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { searchOrganizations } from "@/lib/core/organizations/organization-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("organizations");
  return { title: t("list.title") };
}

/** List of the tenant's organizations: its customers. */
export default async function OrganizationsPage({ params, searchParams }: PageProps) {
  const { t, format } = await wordsOf("organizations");
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const requestedStatus = textOf(search, "status");
  const status =
    requestedStatus === "active" || requestedStatus === "disabled" ? requestedStatus : null;
  const page = await inLateRead(caller, (db) => searchOrganizations(db, { ...browse, status }));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "organizations");
  return (
    <Listing
      title={t("list.title")}
      about={t("list.about")}
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("list.create") } : undefined}
      search={{
        label: t("list.search"),
        placeholder: t("list.searchHint"),
        filters: <StatusFilter status={status} statuses={["active", "disabled"]} />,
      }}
      empty={{
        title: t("list.emptyTitle"),
        text: mayChange ? t("list.empty") : t("list.emptyForViewers"),
      }}
      order="-created"
      head={[
        [t("list.organization"), "name"],
        t("list.status"),
        t("list.type"),
        t("list.package"),
        t("list.members"),
        [t("list.created"), "-created"],
      ]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.name} below={<Mono>{one.slug}</Mono>} />
          <td>
            <StatusBadge status={one.status} />
          </td>
          <td>{one.organizationType ?? <Quiet>{t("list.none")}</Quiet>}</td>
          <td>{one.packageName ?? <Quiet>{t("list.noPackage")}</Quiet>}</td>
          <td>{format.number(one.members)}</td>
          <td>
            <When at={one.createdAt} />
          </td>
        </tr>
      )}
    />
  );
}

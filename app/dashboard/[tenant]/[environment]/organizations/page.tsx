import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Mono, NameCell, Quiet, StatusBadge, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchOrganizations } from "@/lib/core/organizations/organization-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";

export const generateMetadata = titled("organizations", "list.title");

/** List of the tenant's organizations: its customers. */
export default viewerPage("organizations", async (request) => {
  const { caller, t, format, mayChange, search, place } = request;
  const browse = browseOf(search);
  const requestedStatus = textOf(search, "status");
  const status =
    requestedStatus === "active" || requestedStatus === "disabled" ? requestedStatus : null;
  const page = await inLateRead(caller, (db) => searchOrganizations(db, { ...browse, status }));
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
});

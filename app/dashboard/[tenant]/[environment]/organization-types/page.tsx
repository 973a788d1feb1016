import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Mono, NameCell } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchOrganizationTypes } from "@/lib/core/organization-types/organization-type-search-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

export const generateMetadata = titled("organizations", "types.list.title");

/** List of the organization types, to which apps can be limited. */
export default viewerPage("organizations", async (request) => {
  const { caller, t, format, mayChange, search, place } = request;
  const browse = browseOf(search);
  const page = await inTransaction(caller, (db) => searchOrganizationTypes(db, browse));
  const path = placePath(place, "organization-types");
  return (
    <Listing
      title={t("types.list.title")}
      about={t("types.list.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("types.list.create") } : undefined}
      search={{ label: t("types.list.search"), placeholder: t("types.list.searchHint") }}
      empty={{
        title: t("types.list.emptyTitle"),
        text: mayChange ? t("types.list.empty") : t("types.list.emptyForViewers"),
      }}
      head={[t("types.list.type"), t("types.list.organizations")]}
      row={(type) => (
        <tr key={type.id}>
          <NameCell href={`${path}/${type.id}`} name={type.name} below={<Mono>{type.key}</Mono>} />
          <td>{format.number(type.organizations)}</td>
        </tr>
      )}
    />
  );
});

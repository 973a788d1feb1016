import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Mono, NameCell, StatusBadge, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchIdentitySources } from "@/lib/core/external-identities/external-identity-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

export const generateMetadata = titled("connections", "sources.list.title");

/** List of the external issuers that the environment trusts. */
export default viewerPage("connections", async ({ caller, t, mayChange, search, place }) => {
  const browse = browseOf(search);
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchIdentitySources(transaction, browse),
  );
  const path = placePath(place, "identity-sources");
  return (
    <Listing
      title={t("sources.list.title")}
      about={t("sources.list.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("sources.list.create") } : undefined}
      search={{ label: t("sources.list.search"), placeholder: t("sources.fields.issuer") }}
      empty={{
        title: t("sources.list.empty"),
        text: mayChange ? t("sources.list.emptyForAdmin") : t("sources.list.emptyForViewer"),
      }}
      order="-created"
      head={[
        t("sources.fields.issuer"),
        t("shared.status"),
        t("sources.fields.audiences"),
        [t("sources.page.added"), "-created"],
      ]}
      row={(source) => (
        <tr key={source.id}>
          <NameCell href={`${path}/${source.id}`} name={source.issuer} />
          <td>
            <StatusBadge status={source.status} />
          </td>
          <td className="min-w-40 wrap-anywhere">
            <Mono>{source.audiences.join(", ")}</Mono>
          </td>
          <td className="whitespace-nowrap">
            <When at={source.createdAt} />
          </td>
        </tr>
      )}
    />
  );
});

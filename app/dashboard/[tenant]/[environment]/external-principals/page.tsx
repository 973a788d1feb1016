import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { NameCell, Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchPrincipals } from "@/lib/core/external-identities/external-identity-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";

export const generateMetadata = titled("connections", "principals.list.title");

/** List of the people that identity sources report, with their users. */
export default viewerPage("connections", async ({ caller, t, mayChange, search, place }) => {
  const browse = browseOf(search);
  const requestedStatus = textOf(search, "status");
  const status = requestedStatus === "bound" || requestedStatus === "free" ? requestedStatus : null;
  const claimed = status && status === "bound";
  const page = await inLateRead(caller, (db) => searchPrincipals(db, { ...browse, claimed }));
  const path = placePath(place, "external-principals");
  return (
    <Listing
      title={t("principals.list.title")}
      about={t("principals.list.about")}
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("principals.list.create") } : undefined}
      search={{
        label: t("principals.list.search"),
        placeholder: t("principals.list.searchFor"),
        filters: <StatusFilter status={status} statuses={["bound", "free"]} />,
      }}
      empty={{
        title: t("principals.list.empty"),
        text: mayChange ? t("principals.list.emptyForAdmin") : t("principals.list.emptyForViewer"),
      }}
      order="-created"
      head={[
        t("principals.list.principal"),
        t("principals.list.boundTo"),
        [t("principals.list.added"), "-created"],
      ]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.subject} below={one.issuer} />
          <td>
            {one.userId ? (
              <TextLink href={placePath(place, `users/${one.userId}`)}>{one.email}</TextLink>
            ) : (
              <Quiet>{t("principals.list.nobody")}</Quiet>
            )}
          </td>
          <td className="whitespace-nowrap">
            <When at={one.createdAt} />
          </td>
        </tr>
      )}
    />
  );
});

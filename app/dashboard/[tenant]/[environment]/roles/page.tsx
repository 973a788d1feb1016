import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Badge } from "@/app/dashboard/_parts/page";
import { Mono, NameCell, Quiet } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchRoles } from "@/lib/core/roles/role-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

export const generateMetadata = titled("access", "roles.list.title");

/** List of the roles that members of organizations can have. */
export default viewerPage("access", async ({ caller, t, format, mayChange, search, place }) => {
  const browse = browseOf(search);
  const page = await inPrismaTransaction(caller, (transaction) => searchRoles(transaction, browse));
  const path = placePath(place, "roles");
  return (
    <Listing
      title={t("roles.list.title")}
      about={t("roles.list.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("roles.list.create") } : undefined}
      search={{ label: t("roles.list.search"), placeholder: t("roles.list.searchHint") }}
      empty={{
        title: t("roles.list.emptyTitle"),
        text: mayChange ? t("roles.list.empty") : t("roles.list.emptyForViewers"),
      }}
      order="key"
      head={[
        [t("roles.list.role"), "name"],
        [t("roles.list.key"), "key"],
        t("roles.list.apps"),
        t("roles.list.permissions"),
        t("roles.list.members"),
      ]}
      row={(role) => (
        <tr key={role.id}>
          <NameCell
            href={`${path}/${role.id}`}
            name={role.name}
            beside={role.isSystem && <Badge>{t("roles.system")}</Badge>}
          />
          <td className="min-w-28">
            <Mono>{role.key}</Mono>
          </td>
          <td>{format.list(role.apps) || <Quiet>{t("roles.list.noApps")}</Quiet>}</td>
          <td>{format.number(role.permissions.length)}</td>
          <td>{format.number(role.members)}</td>
        </tr>
      )}
    />
  );
});

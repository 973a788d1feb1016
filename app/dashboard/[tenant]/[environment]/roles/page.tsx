import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Badge } from "@/app/dashboard/_parts/badge";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { searchRoles } from "@/lib/core/roles/role-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("roles.list.title") };
}

/** List of the roles that members of organizations can have. */
export default async function RolesPage({ params, searchParams }: PageProps) {
  const { t, format } = await wordsOf("access");
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inBatch(caller, (db) => searchRoles(db, browse));
  const mayChange = mayActAs(tenant.role, "admin");
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
}

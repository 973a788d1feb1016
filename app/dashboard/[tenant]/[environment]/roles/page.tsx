import type { Metadata } from "next";
import { Mono, NameCell, Quiet } from "@/app/dashboard/_nouns/layout-parts";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Badge } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import { searchRoles } from "@/lib/roles/role-search-store";

export const metadata: Metadata = { title: "Roles" };

/** What members of organizations may do. */
export default async function RolesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inTenant(caller, (transaction) => searchRoles(transaction, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "roles");
  return (
    <Listing
      title="Roles"
      about="A member of an organization has one role. It reaches some apps, and its permissions travel in their tokens."
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New role" } : undefined}
      search={{ label: "Search roles", placeholder: "Name or key" }}
      empty={{
        title: "No roles yet",
        text: mayChange
          ? "Make one, tick the apps it reaches, and give it to the members of an organization."
          : "An administrator of this tenant can make one.",
      }}
      head={["Role", "Reaches", "Permissions", "Members"]}
      row={(role) => (
        <tr key={role.id}>
          <NameCell
            href={`${path}/${role.id}`}
            name={role.name}
            beside={role.isSystem && <Badge>system</Badge>}
            below={<Mono>{role.key}</Mono>}
          />
          <td>{role.apps.join(", ") || <Quiet>no app</Quiet>}</td>
          <td>{role.permissions.length}</td>
          <td>{role.members}</td>
        </tr>
      )}
    />
  );
}

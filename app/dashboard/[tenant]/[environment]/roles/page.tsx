import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Badge } from "@/app/dashboard/_parts/badge";
import { administratorIn } from "@/app/dashboard/administrator";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { searchRoles } from "@/lib/roles/role-search-store";

export const metadata: Metadata = { title: "Roles" };

/** What members of organizations may do. */
export default async function RolesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inPrismaTransaction(caller, (transaction) => searchRoles(transaction, browse));
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
      order="key"
      head={[["Role", "name"], ["Key", "key"], "Reaches", "Permissions", "Members"]}
      row={(role) => (
        <tr key={role.id}>
          <NameCell
            href={`${path}/${role.id}`}
            name={role.name}
            beside={role.isSystem && <Badge>system</Badge>}
          />
          <td className="min-w-28">
            <Mono>{role.key}</Mono>
          </td>
          <td>{role.apps.join(", ") || <Quiet>no app</Quiet>}</td>
          <td>{role.permissions.length}</td>
          <td>{role.members}</td>
        </tr>
      )}
    />
  );
}

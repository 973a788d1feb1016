import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import { searchOrganizations } from "@/lib/organizations/organization-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";

export const metadata: Metadata = { title: "Organizations" };

/** The tenant's customers. */
export default async function OrganizationsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "active" || asked === "disabled" ? asked : null;
  const page = await inTransaction(caller, (db) => searchOrganizations(db, { ...browse, status }));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "organizations");
  return (
    <Listing
      title="Organizations"
      about="Your customers. Users are their members; package and type decide which apps the members get into."
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New organization" } : undefined}
      search={{
        label: "Search organizations",
        placeholder: "Name, slug, external id or id",
        filters: <StatusFilter status={status} statuses={["active", "disabled"]} />,
      }}
      empty={{
        title: "No organizations yet",
        text: mayChange
          ? "Make one for your first customer, then add its members."
          : "An administrator of this tenant can make one.",
      }}
      order="-created"
      head={[
        ["Organization", "name"],
        "Status",
        "Type",
        "Package",
        "Members",
        ["Created", "-created"],
      ]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.name} below={<Mono>{one.slug}</Mono>} />
          <td>
            <StatusBadge status={one.status} />
          </td>
          <td>{one.organizationType ?? <Quiet>none</Quiet>}</td>
          <td>{one.packageName ?? <Quiet>none</Quiet>}</td>
          <td>{one.members}</td>
          <td>
            <When at={one.createdAt} />
          </td>
        </tr>
      )}
    />
  );
}

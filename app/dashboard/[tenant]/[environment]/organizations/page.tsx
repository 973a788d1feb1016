import type { Metadata } from "next";
import { Mono, NameCell, Quiet } from "@/app/dashboard/_nouns/layout-parts";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import { searchOrganizations } from "@/lib/organizations/organization-search-store";

export const metadata: Metadata = { title: "Organizations" };

/** The tenant's customers. */
export default async function OrganizationsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "active" || asked === "disabled" ? asked : null;
  const page = await inTenant(caller, (t) => searchOrganizations(t, { ...browse, status }));
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
      head={["Organization", "Status", "Type", "Package", "Members"]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.name} below={<Mono>{one.slug}</Mono>} />
          <td>
            <StatusBadge status={one.status} />
          </td>
          <td>{one.organizationType ?? <Quiet>none</Quiet>}</td>
          <td>{one.packageName ?? <Quiet>none</Quiet>}</td>
          <td>{one.members}</td>
        </tr>
      )}
    />
  );
}

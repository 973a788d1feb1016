import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import { searchOrganizationTypes } from "@/lib/organization-types/organization-type-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";

export const metadata: Metadata = { title: "Organization types" };

/** The kinds of organizations that apps can be limited to. */
export default async function OrganizationTypesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inTransaction(caller, (db) => searchOrganizationTypes(db, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "organization-types");
  return (
    <Listing
      title="Organization types"
      about="The kinds of organizations there are in this environment: customers, partners, your own. An app can let in some of them only."
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New type" } : undefined}
      search={{ label: "Search organization types", placeholder: "Name or key" }}
      empty={{
        title: "No organization types yet",
        text: mayChange
          ? "You need them only where an app should be limited to some kinds of organizations."
          : "An administrator of this tenant can make one.",
      }}
      head={["Type", "Organizations of it"]}
      row={(type) => (
        <tr key={type.id}>
          <NameCell href={`${path}/${type.id}`} name={type.name} below={<Mono>{type.key}</Mono>} />
          <td>{type.organizations}</td>
        </tr>
      )}
    />
  );
}

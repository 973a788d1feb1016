import type { Metadata } from "next";
import { Mono, NameCell, Quiet, Words } from "@/app/dashboard/_nouns/layout-parts";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import { searchPackages } from "@/lib/packages/package-search-store";

export const metadata: Metadata = { title: "Packages" };

/** What organizations have bought. */
export default async function PackagesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inTenant(caller, (transaction) => searchPackages(transaction, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "packages");
  return (
    <Listing
      title="Packages"
      about="What an organization has bought: entitlements for all its members, and the apps that come with it."
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New package" } : undefined}
      search={{ label: "Search packages", placeholder: "Name or key" }}
      empty={{
        title: "No packages yet",
        text: mayChange
          ? "Make one for each plan you sell, and assign it to organizations. Without packages, every organization gets in where an app asks for none."
          : "An administrator of this tenant can make one.",
      }}
      head={["Package", "Status", "Entitlements", "Apps", "Organizations"]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.name} below={<Mono>{one.key}</Mono>} />
          <td>
            <StatusBadge status={one.status} />
          </td>
          <td>
            <Words words={one.entitlements.slice(0, 4)} none="none" />
            {one.entitlements.length > 4 && <Quiet>and {one.entitlements.length - 4} more</Quiet>}
          </td>
          <td>{one.apps.join(", ") || <Quiet>none</Quiet>}</td>
          <td>{one.organizations}</td>
        </tr>
      )}
    />
  );
}

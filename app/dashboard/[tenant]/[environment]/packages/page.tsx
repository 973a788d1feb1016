import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Words } from "@/app/dashboard/_nouns/words";
import { administratorIn } from "@/app/dashboard/administrator";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { searchPackages } from "@/lib/packages/package-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";

export const metadata: Metadata = { title: "Packages" };

/** What organizations have bought. */
export default async function PackagesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchPackages(transaction, browse),
  );
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
      order="key"
      head={[
        ["Package", "name"],
        ["Key", "key"],
        "Status",
        "Entitlements",
        "Apps",
        "Organizations",
      ]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.name} />
          <td className="min-w-28">
            <Mono>{one.key}</Mono>
          </td>
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

import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { searchIdentitySources } from "@/lib/external-identities/external-identity-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";

export const metadata: Metadata = { title: "Identity sources" };

/** The issuers outside that the environment believes. */
export default async function IdentitySourcesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchIdentitySources(transaction, browse),
  );
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "identity-sources");
  return (
    <Listing
      title="Identity sources"
      about="Issuers outside that vouch for people. Your backend exchanges one of their tokens for a session of the user who is bound to it."
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New source" } : undefined}
      search={{ label: "Search sources", placeholder: "Issuer" }}
      empty={{
        title: "No identity sources yet",
        text: mayChange
          ? "Add the OpenID Connect issuer of a customer or partner, then bind its principals to your users."
          : "An administrator of this tenant can add one.",
      }}
      order="-created"
      head={["Issuer", "Status", "Audiences", ["Added", "-created"]]}
      row={(source) => (
        <tr key={source.id}>
          <NameCell href={`${path}/${source.id}`} name={source.issuer} />
          <td>
            <StatusBadge status={source.status} />
          </td>
          <td className="min-w-40 wrap-anywhere">
            <Mono>{source.audiences.join(", ")}</Mono>
          </td>
          <td className="whitespace-nowrap">
            <When at={source.createdAt} />
          </td>
        </tr>
      )}
    />
  );
}

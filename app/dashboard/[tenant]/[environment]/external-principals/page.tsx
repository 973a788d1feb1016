import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import { searchPrincipals } from "@/lib/external-identities/external-identity-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";

export const metadata: Metadata = { title: "External principals" };

/** People as identity sources know them, and whose they are. */
export default async function ExternalPrincipalsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "bound" || asked === "free" ? asked : null;
  const claimed = status && status === "bound";
  const page = await inTransaction(caller, (db) => searchPrincipals(db, { ...browse, claimed }));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "external-principals");
  return (
    <Listing
      title="External principals"
      about="Somebody as an identity source knows them: its subject. Bound to a user, the source's tokens speak for that user alone."
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New principal" } : undefined}
      search={{
        label: "Search principals",
        placeholder: "Subject, issuer, the user's address or id",
        filters: <StatusFilter status={status} statuses={["bound", "free"]} />,
      }}
      empty={{
        title: "No external principals yet",
        text: mayChange
          ? "Add an identity source first, then a principal for each person it may sign in."
          : "An administrator of this tenant can add them.",
      }}
      order="-created"
      head={["Principal", "Bound to", ["Added", "-created"]]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.subject} below={one.issuer} />
          <td>
            {one.userId ? (
              <TextLink href={placePath(place, `users/${one.userId}`)}>{one.email}</TextLink>
            ) : (
              <Quiet>nobody</Quiet>
            )}
          </td>
          <td className="whitespace-nowrap">
            <When at={one.createdAt} />
          </td>
        </tr>
      )}
    />
  );
}

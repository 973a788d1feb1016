import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { administratorIn } from "@/app/dashboard/administrator";
import { searchApps } from "@/lib/apps/app-search-store";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { policyNames } from "./policy-names";

export const metadata: Metadata = { title: "Apps" };

/** What the tenant's users are let into. */
export default async function AppsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inPrismaTransaction(caller, (transaction) => searchApps(transaction, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "apps");
  return (
    <Listing
      title="Apps"
      about="What your users sign in to. Roles decide who reaches an app, its package policy which organizations do."
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New app" } : undefined}
      search={{ label: "Search apps", placeholder: "Name or key" }}
      empty={{
        title: "No apps yet",
        text: mayChange
          ? "Make one for each product that asks for its own tokens, then give it to a role."
          : "An administrator of this tenant can make one.",
      }}
      order="key"
      head={[["App", "name"], ["Key", "key"], "Status", "Organizations need", "Roles"]}
      row={(app) => (
        <tr key={app.id}>
          <NameCell href={`${path}/${app.id}`} name={app.name} />
          <td className="min-w-28">
            <Mono>{app.key}</Mono>
          </td>
          <td>
            <StatusBadge status={app.status} />
          </td>
          <td>{policyNames[app.packagePolicy]}</td>
          <td>{app.roles}</td>
        </tr>
      )}
    />
  );
}

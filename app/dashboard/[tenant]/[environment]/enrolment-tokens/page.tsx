import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { now } from "@/lib/clock";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { searchEnrolmentTokens } from "@/lib/enrolment/enrolment-token-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { TokenStateBadge, tokenState, usesOf } from "./token-state";

export const metadata: Metadata = { title: "Enrolment tokens" };

/** What installations enrol themselves with. */
export default async function EnrolmentTokensPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchEnrolmentTokens(transaction, browse),
  );
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "enrolment-tokens");
  const at = now();
  return (
    <Listing
      title="Enrolment tokens"
      about="An installation enrols itself with one of these and a key of its own. Each is for one app, and limited in time, uses and uses a minute."
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New token" } : undefined}
      search={{
        label: "Search tokens",
        placeholder: "Name, app, organization or end of the token",
      }}
      empty={{
        title: "No enrolment tokens yet",
        text: mayChange
          ? "Issue one for the first machines that will run your app, then hand it to whoever installs them."
          : "An administrator of this tenant can issue one.",
      }}
      head={["Token", "State", "Uses", "For", "Expires"]}
      row={(token) => (
        <tr key={token.id}>
          <NameCell
            href={`${path}/${token.id}`}
            name={token.name}
            below={<Mono>aen_{token.hint}</Mono>}
          />
          <td>
            <TokenStateBadge state={tokenState(token, at)} />
          </td>
          <td className="whitespace-nowrap">{usesOf(token)}</td>
          <td className="min-w-40 wrap-anywhere">
            {token.appName}
            <div>
              <Quiet>{token.organizationName ?? "no organization"}</Quiet>
            </div>
          </td>
          <td className="whitespace-nowrap">
            <When at={token.expiresAt} />
          </td>
        </tr>
      )}
    />
  );
}

import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Mono, NameCell, Quiet, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchEnrolmentTokens } from "@/lib/core/enrolment/enrolment-token-search-store";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { TokenStateBadge, tokenState, usesOf } from "./token-state";

export const generateMetadata = titled("installations", "tokens.title");

/** List of the tokens with which installations enrol. */
export default viewerPage("installations", async ({ caller, t, mayChange, search, place }) => {
  const browse = browseOf(search);
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchEnrolmentTokens(transaction, browse),
  );
  const path = placePath(place, "enrolment-tokens");
  const at = now();
  return (
    <Listing
      title={t("tokens.title")}
      about={t("tokens.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("tokens.new") } : undefined}
      search={{
        label: t("tokens.search"),
        placeholder: t("tokens.placeholder"),
      }}
      empty={{
        title: t("tokens.emptyTitle"),
        text: mayChange ? t("tokens.empty") : t("tokens.emptyViewer"),
      }}
      head={[
        t("tokens.token"),
        t("shared.status"),
        t("tokens.uses"),
        t("shared.app"),
        t("tokens.expires"),
      ]}
      row={(token) => (
        <tr key={token.id}>
          <NameCell
            href={`${path}/${token.id}`}
            name={token.name}
            below={<Mono>aen_{token.hint}</Mono>}
          />
          <td>
            <TokenStateBadge state={tokenState(token, at)} t={t} />
          </td>
          <td className="whitespace-nowrap">{usesOf(token, t)}</td>
          <td className="min-w-40 wrap-anywhere">
            {token.appName}
            <div>
              <Quiet>{token.organizationName ?? t("shared.noOrganization")}</Quiet>
            </div>
          </td>
          <td className="whitespace-nowrap">
            <When at={token.expiresAt} />
          </td>
        </tr>
      )}
    />
  );
});

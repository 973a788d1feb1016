import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { When } from "@/app/dashboard/_parts/when";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { searchEnrolmentTokens } from "@/lib/core/enrolment/enrolment-token-search-store";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { TokenStateBadge, tokenState, usesOf } from "./token-state";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("tokens.title") };
}

/** List of the tokens with which installations enrol. */
export default async function EnrolmentTokensPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { t } = await wordsOf("installations");
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inBatch(caller, (db) => searchEnrolmentTokens(db, browse));
  const mayChange = mayActAs(tenant.role, "admin");
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
}

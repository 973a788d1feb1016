import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { When } from "@/app/dashboard/_parts/when";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { searchIdentitySources } from "@/lib/core/external-identities/external-identity-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("connections");
  return { title: t("sources.list.title") };
}

/** List of the external issuers that the environment trusts. */
export default async function IdentitySourcesPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const { t } = await wordsOf("connections");
  const browse = browseOf(await searchParams);
  const page = await inBatch(caller, (db) => searchIdentitySources(db, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "identity-sources");
  return (
    <Listing
      title={t("sources.list.title")}
      about={t("sources.list.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("sources.list.create") } : undefined}
      search={{ label: t("sources.list.search"), placeholder: t("sources.fields.issuer") }}
      empty={{
        title: t("sources.list.empty"),
        text: mayChange ? t("sources.list.emptyForAdmin") : t("sources.list.emptyForViewer"),
      }}
      order="-created"
      head={[
        t("sources.fields.issuer"),
        t("shared.status"),
        t("sources.fields.audiences"),
        [t("sources.page.added"), "-created"],
      ]}
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

import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Words } from "@/app/dashboard/_nouns/words";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { searchPackages } from "@/lib/core/packages/package-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("packages.list.title") };
}

/** List of the packages that organizations can have. */
export default async function PackagesPage({ params, searchParams }: PageProps) {
  const { t, format } = await wordsOf("access");
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inBatch(caller, (db) => searchPackages(db, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "packages");
  return (
    <Listing
      title={t("packages.list.title")}
      about={t("packages.list.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("packages.list.create") } : undefined}
      search={{ label: t("packages.list.search"), placeholder: t("packages.list.searchHint") }}
      empty={{
        title: t("packages.list.emptyTitle"),
        text: mayChange ? t("packages.list.empty") : t("packages.list.emptyForViewers"),
      }}
      order="key"
      head={[
        [t("packages.list.package"), "name"],
        [t("packages.list.key"), "key"],
        t("packages.list.status"),
        t("packages.list.entitlements"),
        t("packages.list.apps"),
        t("packages.list.organizations"),
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
            <Words words={one.entitlements.slice(0, 4)} none={t("packages.list.noEntitlements")} />
            {one.entitlements.length > 4 && (
              <Quiet>{t("packages.list.more", { count: one.entitlements.length - 4 })}</Quiet>
            )}
          </td>
          <td>{format.list(one.apps) || <Quiet>{t("packages.list.noApps")}</Quiet>}</td>
          <td>{format.number(one.organizations)}</td>
        </tr>
      )}
    />
  );
}

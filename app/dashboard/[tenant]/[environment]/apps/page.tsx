import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { searchApps } from "@/lib/core/apps/app-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("apps.list.title") };
}

/** List of the tenant's apps. */
export default async function AppsPage({ params, searchParams }: PageProps) {
  const { t, format } = await wordsOf("access");
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const page = await inBatch(caller, (db) => searchApps(db, browse));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "apps");
  return (
    <Listing
      title={t("apps.list.title")}
      about={t("apps.list.about")}
      path={path}
      browse={browse}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("apps.list.create") } : undefined}
      search={{ label: t("apps.list.search"), placeholder: t("apps.list.searchHint") }}
      empty={{
        title: t("apps.list.emptyTitle"),
        text: mayChange ? t("apps.list.empty") : t("apps.list.emptyForViewers"),
      }}
      order="key"
      head={[
        [t("apps.list.app"), "name"],
        [t("apps.list.key"), "key"],
        t("apps.list.status"),
        t("apps.list.package"),
        t("apps.list.roles"),
      ]}
      row={(app) => (
        <tr key={app.id}>
          <NameCell href={`${path}/${app.id}`} name={app.name} />
          <td className="min-w-28">
            <Mono>{app.key}</Mono>
          </td>
          <td>
            <StatusBadge status={app.status} />
          </td>
          <td>{t(`apps.policy.${app.packagePolicy}`)}</td>
          <td>{format.number(app.roles)}</td>
        </tr>
      )}
    />
  );
}

import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Mono, NameCell, StatusBadge } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchApps } from "@/lib/core/apps/app-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

export const generateMetadata = titled("access", "apps.list.title");

/** List of the tenant's apps. */
export default viewerPage("access", async ({ caller, t, format, mayChange, search, place }) => {
  const browse = browseOf(search);
  const page = await inPrismaTransaction(caller, (transaction) => searchApps(transaction, browse));
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
});

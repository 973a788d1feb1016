import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Mono, NameCell, Quiet, StatusBadge, Words } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import { searchPackages } from "@/lib/core/packages/package-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

export const generateMetadata = titled("access", "packages.list.title");

/** List of the packages that organizations can have. */
export default viewerPage("access", async ({ caller, t, format, mayChange, search, place }) => {
  const browse = browseOf(search);
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchPackages(transaction, browse),
  );
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
});

import { placePath, type Search, textOf } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { listRoles } from "@/lib/core/roles/role-store";
import { concerns, USERS_AT_ONCE } from "@/lib/features/migration/bulk/change-users";
import { inBatch } from "@/lib/kernel/db/batch";
import { countSelection, readSelection, selectionOf } from "../selection";
import { BulkForm } from "./bulk-form";
import { AffectedUsersTable } from "./whom-table";

export const generateMetadata = titled("users", "bulk.metaTitle");

const changes = ["suspend", "reactivate", "invite", "place"] as const;

/** Preview of a change: the number and the list of the users that it would affect. */
export default viewerPage("users", async ({ t, search, place }) => {
  const requestedAction = textOf(search, "what");
  if (requestedAction === "export") return <ExportPreview place={place} search={search} />;
  const { caller } = await administratorIn(place, "admin");
  const list = placePath(place, "users");
  const what = changes.find((one) => one === requestedAction) ?? "suspend";
  const { users, more } = await readSelection(caller, selectionOf(search));
  const concerned = users.filter((user) => concerns({ what }, user));
  const idle = users.length - concerned.length;
  const roles = what === "place" ? await inBatch(caller, listRoles) : [];
  return (
    <>
      <BackTo href={list}>{t("list.title")}</BackTo>
      <PageHead
        title={t("bulk.title", { action: t(`bulk.names.${what}`), count: concerned.length })}
        about={[
          t("bulk.about"),
          more && t("bulk.more", { limit: USERS_AT_ONCE }),
          idle > 0 && t("bulk.nothing", { rest: idle, chosen: users.length }),
        ]
          .filter(Boolean)
          .join(" ")}
      />
      {users.length === 0 ? (
        <Empty title={t("bulk.emptyTitle")}>{t("bulk.empty")}</Empty>
      ) : (
        // It stays when no user is left to change: it shows the result.
        <BulkForm place={place} what={what} ids={concerned.map(({ id }) => id)} roles={roles} />
      )}
      {concerned.length > 0 && <AffectedUsersTable users={concerned} path={list} />}
    </>
  );
});

/** Shows the number of users in a file, before it is made. Every administrator who may see the users may
 *  export them. */
async function ExportPreview({ place, search }: { place: Place; search: Search }) {
  const { caller } = await administratorIn(place);
  const { t } = await wordsOf("users");
  const { count, isAll } = await countSelection(caller, selectionOf(search));
  const list = placePath(place, "users");
  return (
    <>
      <BackTo href={list}>{t("list.title")}</BackTo>
      <PageHead
        title={isAll ? t("bulk.exportTitle", { count }) : t("bulk.exportMany")}
        about={[!isAll && t("bulk.exportMore", { count }), t("bulk.exportAbout")]
          .filter(Boolean)
          .join(" ")}
      />
      {count === 0 ? (
        <Empty title={t("bulk.emptyTitle")}>{t("bulk.empty")}</Empty>
      ) : (
        <a href={exportPath(place, search)} className={primaryButton}>
          {t("bulk.names.export")}
        </a>
      )}
    </>
  );
}

function exportPath(place: Place, search: Search): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of [value ?? []].flat()) query.append(name, one);
  return `${placePath(place, "users/export")}?${query}`;
}

import { placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { administratorIn } from "@/app/dashboard/administrator";
import { listRoles } from "@/lib/core/roles/role-store";
import { concerns, USERS_AT_ONCE } from "@/lib/core/user-lifecycle/change-users";
import { inBatch } from "@/lib/kernel/db/batch";
import { files } from "../features";
import { readSelection, selectionOf } from "../selection";
import { BulkForm } from "./bulk-form";
import { AffectedUsersTable } from "./whom-table";

export const generateMetadata = titled("users", "bulk.metaTitle");

const changes = ["suspend", "reactivate", "invite", "place"] as const;

/** Preview of a change: the number and the list of the users that it would affect. */
export default viewerPage("users", async ({ t, search, place }) => {
  const requestedAction = textOf(search, "what");
  if (requestedAction === "export" && files)
    return <files.ExportPreview place={place} search={search} />;
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

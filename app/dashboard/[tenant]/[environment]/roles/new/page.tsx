import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

export const generateMetadata = titled("access", "roles.new.title");

/** Form that creates a role. */
export default adminPage("access", async ({ caller, t, place }) => {
  const apps = await inBatch(caller, listApps);
  return (
    <NewPage
      place={place}
      list={{ path: "roles", name: t("roles.list.title") }}
      title={t("roles.new.title")}
      about={t("roles.new.about")}
      action={createRoleAction}
      submit={t("roles.new.submit")}
    >
      <RoleFields />
      <Choices
        legend={t("roles.new.apps")}
        name="appIds"
        options={appOptions(apps)}
        chosen={[]}
        none={t("roles.noApps")}
      />
    </NewPage>
  );
});

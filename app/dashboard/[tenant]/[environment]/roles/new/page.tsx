import { AppChoices } from "@/app/dashboard/_nouns/choices";
import { roles } from "@/app/dashboard/_nouns/noun";
import { newPage } from "@/app/dashboard/_nouns/noun-pages";
import { titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

export const generateMetadata = titled("access", "roles.new.title");

/** Form that creates a role. */
export default newPage(roles, createRoleAction, async ({ caller, t, words }) => (
  <>
    <RoleFields words={words} />
    <AppChoices
      legend={t("roles.new.apps")}
      apps={await inBatch(caller, listApps)}
      chosen={[]}
      none={t("roles.noApps")}
    />
  </>
));

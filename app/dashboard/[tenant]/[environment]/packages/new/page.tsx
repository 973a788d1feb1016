import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createPackageAction } from "../actions";
import { PackageFields } from "../package-fields";

export const generateMetadata = titled("access", "packages.new.title");

/** Form that creates a package. */
export default adminPage("access", async ({ caller, t, place }) => {
  const apps = await inBatch(caller, listApps);
  return (
    <NewPage
      place={place}
      list={{ path: "packages", name: t("packages.list.title") }}
      title={t("packages.new.title")}
      about={t("packages.new.about")}
      action={createPackageAction}
      submit={t("packages.new.submit")}
    >
      <PackageFields />
      <Choices
        legend={t("packages.fields.apps")}
        hint={t("packages.fields.appsHint")}
        name="appIds"
        options={appOptions(apps)}
        chosen={[]}
        none={t("packages.noApps")}
      />
    </NewPage>
  );
});

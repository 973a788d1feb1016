import { AppChoices } from "@/app/dashboard/_nouns/choices";
import { packages } from "@/app/dashboard/_nouns/noun";
import { newPage } from "@/app/dashboard/_nouns/noun-pages";
import { titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createPackageAction } from "../actions";
import { PackageFields } from "../package-fields";

export const generateMetadata = titled("access", "packages.new.title");

/** Form that creates a package. */
export default newPage(packages, createPackageAction, async ({ caller, t, words }) => (
  <>
    <PackageFields words={words} />
    <AppChoices
      legend={t("packages.fields.apps")}
      hint={t("packages.fields.appsHint")}
      apps={await inBatch(caller, listApps)}
      chosen={[]}
      none={t("packages.noApps")}
    />
  </>
));

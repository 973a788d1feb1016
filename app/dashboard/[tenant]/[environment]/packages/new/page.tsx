import type { Metadata } from "next";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createPackageAction } from "../actions";
import { PackageFields } from "../package-fields";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("packages.new.title") };
}

/** Form that creates a package. */
export default async function NewPackagePage({ params }: PageProps) {
  const { t } = await wordsOf("access");
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
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
}

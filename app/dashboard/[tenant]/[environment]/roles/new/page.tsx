import type { Metadata } from "next";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("roles.new.title") };
}

/** Form that creates a role. */
export default async function NewRolePage({ params }: PageProps) {
  const { t } = await wordsOf("access");
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
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
}

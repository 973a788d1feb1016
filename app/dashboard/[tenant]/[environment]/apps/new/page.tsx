import type { Metadata } from "next";
import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { createAppAction } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("apps.new.title") };
}

/** Form that creates an app. */
export default async function NewAppPage({ params }: PageProps) {
  const { t } = await wordsOf("access");
  const place = await params;
  await administratorIn(place, "admin");
  return (
    <NewPage
      place={place}
      list={{ path: "apps", name: t("apps.list.title") }}
      title={t("apps.new.title")}
      about={t("apps.new.about")}
      action={createAppAction}
      submit={t("apps.new.submit")}
    >
      <NameAndKey hint={t("apps.new.keyHint")} />
    </NewPage>
  );
}

import type { Metadata } from "next";
import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { createTypeAction } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("organizations");
  return { title: t("types.new.title") };
}

/** Form that creates an organization type. */
export default async function NewTypePage({ params }: PageProps) {
  const { t } = await wordsOf("organizations");
  const place = await params;
  await administratorIn(place, "admin");
  return (
    <NewPage
      place={place}
      list={{ path: "organization-types", name: t("types.list.title") }}
      title={t("types.new.title")}
      about={t("types.new.about")}
      action={createTypeAction}
      submit={t("types.new.submit")}
    >
      <NameAndKey hint={t("types.new.keyHint")} />
    </NewPage>
  );
}

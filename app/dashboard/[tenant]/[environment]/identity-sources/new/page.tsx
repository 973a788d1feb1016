import type { Metadata } from "next";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { createSourceAction } from "../actions";
import { SourceFields } from "../source-fields";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("connections");
  return { title: t("sources.new.title") };
}

/** Form that creates an identity source. */
export default async function NewIdentitySourcePage({ params }: PageProps) {
  const place = await params;
  const { t, texts } = await wordsOf("connections");
  await administratorIn(place, "admin");
  return (
    <NewPage
      place={place}
      list={{ path: "identity-sources", name: t("sources.list.title") }}
      title={t("sources.new.title")}
      about={t("sources.new.about")}
      action={createSourceAction}
      submit={t("sources.new.submit")}
    >
      <SourceFields texts={{ fields: texts.sources.fields, uris: texts.uris }} />
    </NewPage>
  );
}

import { NewPage } from "@/app/dashboard/_nouns/new-page";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { createSourceAction } from "../actions";
import { SourceFields } from "../source-fields";

export const generateMetadata = titled("connections", "sources.new.title");

/** Form that creates an identity source. */
export default adminPage("connections", async ({ t, texts, place }) => {
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
});

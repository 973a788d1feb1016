import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { createTypeAction } from "../actions";

export const generateMetadata = titled("organizations", "types.new.title");

/** Form that creates an organization type. */
export default adminPage("organizations", async ({ t, place }) => {
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
});

import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { createAppAction } from "../actions";

export const generateMetadata = titled("access", "apps.new.title");

/** Form that creates an app. */
export default adminPage("access", async ({ t, place }) => {
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
});

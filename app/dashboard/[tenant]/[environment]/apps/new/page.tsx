import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { apps } from "@/app/dashboard/_nouns/noun";
import { newPage } from "@/app/dashboard/_nouns/noun-pages";
import { titled } from "@/app/dashboard/_request/make-page";
import { createAppAction } from "../actions";

export const generateMetadata = titled("access", "apps.new.title");

/** Form that creates an app. */
export default newPage(apps, createAppAction, ({ t }) => (
  <NameAndKey hint={t("apps.new.keyHint")} />
));

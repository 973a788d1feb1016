import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { organizationTypes } from "@/app/dashboard/_nouns/noun";
import { newPage } from "@/app/dashboard/_nouns/noun-pages";
import { titled } from "@/app/dashboard/_request/make-page";
import { createTypeAction } from "../actions";

export const generateMetadata = titled("organizations", "types.new.title");

/** Form that creates an organization type. */
export default newPage(organizationTypes, createTypeAction, ({ t }) => (
  <NameAndKey hint={t("types.new.keyHint")} />
));

import { FormSection } from "@/app/dashboard/_nouns/form-section";
import { organizationTypes } from "@/app/dashboard/_nouns/noun";
import { DeleteSection, onePage } from "@/app/dashboard/_nouns/noun-pages";
import { Field } from "@/app/dashboard/_parts/field";
import { titled } from "@/app/dashboard/_request/make-page";
import {
  countTypeUses,
  findOrganizationTypeById,
} from "@/lib/core/organization-types/organization-type-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { deleteTypeAction, renameTypeAction } from "../actions";

export const generateMetadata = titled("organizations", "types.one.title");

/** Page of one organization type: its name, and its uses. */
export default onePage(organizationTypes, read, ({ thing: type, uses }, request) => {
  const { t, format, place } = request;
  const isUsed = uses.organizations + uses.apps > 0;
  return {
    facts: [
      [t("types.one.organizations"), format.number(uses.organizations)],
      [t("types.one.apps"), format.number(uses.apps)],
    ],
    forms: (
      <>
        <FormSection
          title={t("types.forms.name")}
          action={renameTypeAction}
          submit={t("types.forms.saveName")}
          {...{ place, id: type.id }}
        >
          <Field
            label={t("types.forms.name")}
            name="name"
            defaultValue={type.name}
            required
            maxLength={200}
          />
        </FormSection>
        <DeleteSection
          noun={organizationTypes}
          request={request}
          thing={type}
          action={deleteTypeAction}
          used={isUsed && <p>{t("types.forms.used")}</p>}
        />
      </>
    ),
  };
});

function read(caller: Caller, id: string) {
  return inTransaction(caller, async (db) => {
    const thing = await findOrganizationTypeById(db, id);
    return thing && { thing, uses: await countTypeUses(db, thing) };
  });
}

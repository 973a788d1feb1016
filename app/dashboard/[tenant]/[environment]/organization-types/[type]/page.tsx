import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { Id } from "@/app/dashboard/_parts/id";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Mono } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import {
  countTypeUses,
  findOrganizationTypeById,
  type OrganizationType,
} from "@/lib/core/organization-types/organization-type-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { deleteTypeAction, renameTypeAction } from "../actions";

export const generateMetadata = titled("organizations", "types.one.title");

/** Page of one organization type: its name, and its uses. */
export default viewerPage("organizations", async (request) => {
  const { caller, t, format, mayChange, place, segment } = request;
  const id = idIn(segment);
  const found = await inTransaction(caller, async (db) => {
    const type = await findOrganizationTypeById(db, id);
    return type && { type, uses: await countTypeUses(db, type) };
  });
  if (!found) notFound();
  const { type, uses } = found;
  return (
    <>
      <BackTo href={placePath(place, "organization-types")}>{t("types.list.title")}</BackTo>
      <PageHead title={type.name} about={t("types.one.about")} />
      <Section title={t("types.one.overview")}>
        <Facts
          rows={[
            [t("types.one.key"), <Mono key="key">{type.key}</Mono>],
            [t("types.one.id"), <Id key="id">{type.id}</Id>],
            [t("types.one.organizations"), format.number(uses.organizations)],
            [t("types.one.apps"), format.number(uses.apps)],
          ]}
        />
      </Section>
      {mayChange && (
        <Forms t={t} place={place} type={type} used={uses.organizations + uses.apps > 0} />
      )}
    </>
  );
});

function Forms({
  t,
  place,
  type,
  used,
}: {
  t: Translator<"organizations">;
  place: Place;
  type: OrganizationType;
  used: boolean;
}) {
  return (
    <>
      <Section title={t("types.forms.name")}>
        <ActionForm action={renameTypeAction} submit={t("types.forms.saveName")}>
          <AboutFields place={place} id={type.id} />
          <Field
            label={t("types.forms.name")}
            name="name"
            defaultValue={type.name}
            required
            maxLength={200}
          />
        </ActionForm>
      </Section>
      <Section title={t("types.forms.delete")} about={t("types.forms.deleteAbout")}>
        {used ? (
          <p>{t("types.forms.used")}</p>
        ) : (
          <TypedConfirmation
            word={type.key}
            what={t("types.forms.what", { name: type.name })}
            action={deleteTypeAction}
            submit={t("types.forms.submit")}
            fields={{ ...place, id: type.id }}
          />
        )}
      </Section>
    </>
  );
}

import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { changeSourceAction, disableSourceAction, enableSourceAction } from "../actions";
import { mappingText } from "../mapping";
import { SourceFields } from "../source-fields";

/** Forms by which an administrator changes a source. */
export async function SourceForms({ source, place }: { source: IdentitySource; place: Place }) {
  const { t, texts } = await wordsOf("connections");
  const { id, issuer, status, jwksUri } = source;
  const audiences = source.audiences.join("\n");
  const mapping = mappingText(source.attributeMapping);
  return (
    <>
      <Section title={t("sources.forms.settings")} about={t("sources.forms.settingsAbout")}>
        <ActionForm action={changeSourceAction} submit={t("sources.forms.save")}>
          <AboutFields place={place} id={id} />
          <SourceFields
            stored={{ audiences, jwksUri, mapping }}
            texts={{ fields: texts.sources.fields, uris: texts.uris }}
          />
        </ActionForm>
      </Section>
      {status === "active" ? (
        <Section title={t("sources.forms.disable")} about={t("sources.forms.disableAbout")}>
          <TypedConfirmation
            word={issuer}
            what={t("sources.forms.disableWhat")}
            action={disableSourceAction}
            submit={t("sources.forms.disableSubmit")}
            open={t("sources.forms.disableOpen")}
            fields={{ ...place, id }}
          />
        </Section>
      ) : (
        <Section title={t("sources.forms.enable")} about={t("sources.forms.enableAbout")}>
          <ActionForm action={enableSourceAction} submit={t("sources.forms.enableSubmit")}>
            <AboutFields place={place} id={id} />
          </ActionForm>
        </Section>
      )}
    </>
  );
}

import Link from "next/link";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Card, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { TextLink } from "@/app/dashboard/_parts/text";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { listIdentitySources } from "@/lib/core/external-identities/identity-source-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { createPrincipalAction } from "../actions";
import { ClaimsField } from "../claims-field";

export const generateMetadata = titled("connections", "principals.new.title");

/** Form that creates a principal for a source's subject. */
export default adminPage("connections", async ({ caller, t, place }) => {
  const sources = await inBatch(caller, listIdentitySources);
  return (
    <>
      <BackTo href={placePath(place, "external-principals")}>{t("principals.list.title")}</BackTo>
      <PageHead title={t("principals.new.title")} about={t("principals.new.about")} />
      {sources.length === 0 ? (
        <Empty title={t("principals.new.noSource")}>
          {t.rich("principals.new.noSourceAbout", {
            add: (chunks) => (
              <TextLink href={placePath(place, "identity-sources/new")}>{chunks}</TextLink>
            ),
          })}
        </Empty>
      ) : (
        <Card>
          <PrincipalForm
            place={place}
            t={t}
            sources={sources.map(({ id, issuer }) => ({ value: id, name: issuer }))}
          />
        </Card>
      )}
    </>
  );
});

interface PrincipalFormProps {
  place: Place;
  sources: { value: string; name: string }[];
  t: Translator<"connections">;
}

function PrincipalForm({ place, sources, t }: PrincipalFormProps) {
  return (
    <ActionForm
      action={createPrincipalAction}
      submit={t("principals.new.submit")}
      beside={
        <Link href={placePath(place, "external-principals")} className={quietButton}>
          {t("shared.cancel")}
        </Link>
      }
    >
      <PlaceFields place={place} />
      <Select label={t("principals.new.source")} name="sourceId" options={sources} />
      <Field
        label={t("principals.new.subject")}
        name="subject"
        hint={t("principals.new.subjectHint")}
        required
        maxLength={255}
        mono
      />
      <ClaimsField />
    </ActionForm>
  );
}

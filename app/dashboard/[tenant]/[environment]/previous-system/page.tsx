import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Facts, Notice, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { Mono, Quiet, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type {
  PreviousSystem,
  PreviousSystemSettings,
} from "@/lib/features/migration/previous-system/previous-system";
import { readPreviousSystemSettings } from "@/lib/features/migration/previous-system/read-previous-system";
import { changePreviousSystemAction } from "./actions";
import { Secrets } from "./secrets";

export const generateMetadata = titled("settings", "previousSystem.title");

/** Settings of the previous system, which is queried for passwords that the service does not have yet. */
export default viewerPage("settings", async ({ caller, environment, t, mayChange, place }) => {
  const settings = await readPreviousSystemSettings(caller);
  return (
    <>
      <PageHead
        title={t("previousSystem.title")}
        about={t("previousSystem.about", { environment: environment.name })}
      />
      <State {...settings} />
      <Section title={t("previousSystem.question")} about={t("previousSystem.questionAbout")}>
        {mayChange ? (
          <Change place={place} system={settings.system} />
        ) : (
          <InForce system={settings.system} />
        )}
      </Section>
      <Section title={t("previousSystem.secrets")} about={t("previousSystem.secretsAbout")}>
        <Secrets
          place={place}
          secrets={settings.secrets}
          word={environment.name}
          mayChange={mayChange}
        />
      </Section>
    </>
  );
});

/** Warnings about the previous system: a missing secret, and the last failure. */
async function State({ system, secrets }: PreviousSystemSettings) {
  const { t } = await wordsOf("settings");
  if (!system) return null;
  return (
    <>
      {system.isEnabled && secrets.length === 0 && (
        <Notice tone="amber">{t("previousSystem.noSecret")}</Notice>
      )}
      {system.lastFailure && (
        <Notice tone="amber">
          {t("previousSystem.failure", { reason: system.lastFailure.reason })}{" "}
          <When at={system.lastFailure.at} />
        </Notice>
      )}
    </>
  );
}

async function Change({ place, system }: { place: Place; system: PreviousSystem | null }) {
  const { t, texts } = await wordsOf("settings");
  const field = fieldsOf(texts.previousSystem);
  return (
    <ActionForm action={changePreviousSystemAction} submit={t("previousSystem.save")}>
      <PlaceFields place={place} />
      <Field {...field("url")} defaultValue={system?.url} maxLength={512} mono />
      <Checkbox {...field("enabled")} defaultChecked={system?.isEnabled ?? false} />
    </ActionForm>
  );
}

async function InForce({ system }: { system: PreviousSystem | null }) {
  const { t } = await wordsOf("settings");
  if (!system) return <Quiet>{t("policy.none")}</Quiet>;
  return (
    <Facts
      rows={[
        [t("previousSystem.url"), <Mono key="url">{system.url}</Mono>],
        [
          t("previousSystem.state"),
          system.isEnabled ? t("previousSystem.on") : t("previousSystem.off"),
        ],
      ]}
    />
  );
}

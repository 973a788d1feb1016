import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Field, TextArea } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { Mono, Quiet } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { hostedRelyingParty, type RelyingParty } from "@/lib/core/factors/relying-party";
import { relatedOrigins } from "@/lib/core/factors/relying-party-rules";
import { readRelyingParty } from "@/lib/core/factors/relying-party-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { changeRelyingPartyAction } from "./actions";

export const generateMetadata = titled("settings", "passkeys.title");

/** Settings of the tenant's own pages on which the passkeys of an environment work. */
export default viewerPage("settings", async ({ caller, t, mayChange, place }) => {
  const party = await inBatch(caller, readRelyingParty);
  return (
    <>
      <PageHead
        title={t("passkeys.title")}
        about={t("passkeys.about", { host: hostedRelyingParty().id })}
      />
      <Section title={t("passkeys.pages")} about={t("passkeys.pagesAbout")}>
        {mayChange ? <Change place={place} party={party} /> : <InForce party={party} />}
      </Section>
      {party && relatedOrigins(party).length > 0 && <Related party={party} />}
    </>
  );
});

async function Change({ place, party }: { place: Place; party: RelyingParty | null }) {
  const { t, texts } = await wordsOf("settings");
  const field = fieldsOf(texts.passkeys);
  return (
    <ActionForm action={changeRelyingPartyAction} submit={t("passkeys.save")}>
      <PlaceFields place={place} />
      <Field {...field("domain", "id")} defaultValue={party?.id} maxLength={253} mono />
      <TextArea {...field("origins")} defaultValue={party?.origins.join("\n")} rows={4} mono />
    </ActionForm>
  );
}

async function InForce({ party }: { party: RelyingParty | null }) {
  const { t } = await wordsOf("settings");
  if (!party) return <Quiet>{t("policy.none")}</Quiet>;
  return (
    <Facts
      rows={[
        [t("passkeys.id"), <Mono key="id">{party.id}</Mono>],
        [t("passkeys.origins"), <Mono key="origins">{party.origins.join(" ")}</Mono>],
      ]}
    />
  );
}

/** Response of the relying party's host for its pages on other domains (WebAuthn level 3, §5.11). */
async function Related({ party }: { party: RelyingParty }) {
  const { t } = await wordsOf("settings");
  const address = `https://${party.id}/.well-known/webauthn`;
  const json = JSON.stringify({ origins: relatedOrigins(party) }, null, 2);
  return (
    <Section
      title={t("passkeys.related")}
      about={t("passkeys.relatedAbout", { domain: party.id, address })}
    >
      <ShownOnce label="webauthn (application/json)" value={json} />
      <p className="mt-4 text-sm text-neutral-600 dark:text-neutral-400">
        {t("passkeys.relatedLimit")}
      </p>
    </Section>
  );
}

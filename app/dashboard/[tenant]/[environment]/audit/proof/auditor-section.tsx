import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Facts } from "@/app/dashboard/_parts/blocks";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { Quiet } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Words } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { localeNames, locales } from "@/i18n/locales";
import type { Auditor } from "@/lib/features/audit-log/auditor/auditor-store";
import { changeAuditorAction, removeAuditorAction } from "./actions";

interface Props {
  place: Place;
  auditor: (Auditor & { sentOn: string | null }) | null;
  mayChange: boolean;
  words: Words<"proof">;
}

/** Auditor who receives the checkpoint by mail each day. */
export function AuditorSection({ place, auditor, mayChange, words }: Props) {
  const { t, format, locale } = words;
  if (!mayChange && !auditor) return <Quiet>{t("auditor.none")}</Quiet>;
  const sent = auditor?.sentOn
    ? t("auditor.sent", {
        day: format.dateTime(new Date(auditor.sentOn), { dateStyle: "medium", timeZone: "UTC" }),
      })
    : t("auditor.notSent");
  if (!mayChange && auditor)
    return (
      <Facts
        rows={[
          [t("auditor.address"), <bdi key="address">{auditor.address}</bdi>],
          [t("auditor.language"), localeNames[auditor.locale]],
          [t("auditor.last"), sent],
        ]}
      />
    );
  return (
    <div className="space-y-6">
      {auditor && <p className="text-sm">{sent}</p>}
      <ActionForm
        action={changeAuditorAction}
        submit={t(auditor ? "auditor.change" : "auditor.name")}
      >
        <PlaceFields place={place} />
        <Field
          label={t("auditor.address")}
          name="address"
          type="email"
          hint={t("auditor.addressHint")}
          defaultValue={auditor?.address}
          maxLength={254}
          required
        />
        <Select
          label={t("auditor.language")}
          name="locale"
          options={locales.map((value) => ({ value, name: localeNames[value] }))}
          defaultValue={auditor?.locale ?? locale}
        />
      </ActionForm>
      {auditor && (
        <TypedConfirmation
          word={auditor.address}
          what={t("auditor.removeWhat")}
          action={removeAuditorAction}
          submit={t("auditor.remove")}
          fields={{ ...place }}
        />
      )}
    </div>
  );
}

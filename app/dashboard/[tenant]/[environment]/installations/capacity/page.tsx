import type { Metadata } from "next";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/page";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import type { InstallationCapacity } from "@/lib/core/installations/capacity";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { changeLimitAction } from "../actions";
import { CapacityMeter } from "../capacity-meter";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("capacity.title") };
}

/** Limit of active installations of the tenant, and its maximum. */
export default async function CapacityPage({ params }: PageProps) {
  const place = await params;
  const { t, format } = await wordsOf("installations");
  const { caller, tenant } = await administratorIn(place);
  const capacity = await inBatch(caller, readCapacity);
  const { active, limit, maximum } = capacity;
  return (
    <>
      <BackTo href={placePath(place, "installations")}>{t("list.title")}</BackTo>
      <PageHead
        title={t("capacity.title")}
        about={t("capacity.about", { tenant: tenant.tenantName })}
      />
      <Section title={t("capacity.now")} about={stateOf(capacity, t)}>
        <div className="space-y-6">
          <CapacityMeter capacity={capacity} t={t} />
          <Facts
            rows={[
              [t("capacity.active"), format.number(active)],
              [t("capacity.limit"), format.number(limit)],
              [t("capacity.maximum"), format.number(maximum)],
              [t("capacity.free"), format.number(Math.max(0, limit - active))],
            ]}
          />
        </div>
      </Section>
      {mayActAs(tenant.role, "admin") && (
        <Section title={t("capacity.change")} about={t("capacity.changeAbout")}>
          <ActionForm action={changeLimitAction} submit={t("capacity.save")}>
            <PlaceFields place={place} />
            <Field
              label={t("capacity.limit")}
              name="limit"
              hint={t("capacity.hint", { maximum })}
              defaultValue={String(limit)}
              inputMode="numeric"
              required
            />
          </ActionForm>
        </Section>
      )}
    </>
  );
}

/** Returns the meaning of the numbers, and the remedy where there is no room left. */
function stateOf(
  { active, limit, maximum }: InstallationCapacity,
  t: Translator<"installations">,
): string {
  if (active < limit) return t("capacity.room");
  return limit < maximum ? t("capacity.full") : t("capacity.fullAtMaximum");
}

import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ShareBar } from "@/app/dashboard/_nouns/share-bar";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { InstallationCapacity } from "@/lib/core/installations/capacity";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { changeLimitAction } from "../actions";

export const generateMetadata = titled("installations", "capacity.title");

/** Limit of active installations of the tenant, and its maximum. */
export default viewerPage("installations", async (request) => {
  const { caller, tenant, t, format, mayChange, place, texts } = request;
  const capacity = await inBatch(caller, readCapacity);
  const { active, limit, maximum } = capacity;
  const field = fieldsOf(texts.capacity);
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
      {mayChange && (
        <Section title={t("capacity.change")} about={t("capacity.changeAbout")}>
          <ActionForm action={changeLimitAction} submit={t("capacity.save")}>
            <PlaceFields place={place} />
            <Field
              {...field("limit")}
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
});

/** Returns the meaning of the numbers, and the remedy where there is no room left. */
function stateOf(
  { active, limit, maximum }: InstallationCapacity,
  t: Translator<"installations">,
): string {
  if (active < limit) return t("capacity.room");
  return limit < maximum ? t("capacity.full") : t("capacity.fullAtMaximum");
}

interface Props {
  capacity: InstallationCapacity;
  t: Translator<"installations">;
}

/** Share of the capacity in use, as a bar and in words. */
function CapacityMeter({ capacity: { active, limit }, t }: Props) {
  const share = limit === 0 ? 100 : Math.min(100, Math.round((active / limit) * 100));
  const tone = active >= limit ? "fill-red-600" : share >= 80 ? "fill-amber-500" : "fill-green-600";
  return (
    <div>
      <p className="text-sm">
        {t.rich("capacity.meter", {
          ...{ active, limit },
          strong: (chunks) => <span className="font-semibold">{chunks}</span>,
        })}
      </p>
      <div className="mt-2">
        <ShareBar parts={[{ share, colour: tone }]} />
      </div>
    </div>
  );
}

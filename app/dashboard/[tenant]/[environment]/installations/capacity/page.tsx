import type { Metadata } from "next";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { inBatch } from "@/lib/db/batch";
import type { InstallationCapacity } from "@/lib/installations/capacity";
import { readCapacity } from "@/lib/installations/capacity-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { changeLimitAction } from "../actions";
import { CapacityMeter } from "../capacity-meter";

export const metadata: Metadata = { title: "Installation capacity" };

/** How many installations the tenant lets be active, and the most it may. */
export default async function CapacityPage({ params }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const capacity = await inBatch(caller, readCapacity);
  const { active, limit, maximum } = capacity;
  const number = (one: number) => one.toLocaleString("en");
  return (
    <>
      <BackTo href={placePath(place, "installations")}>Installations</BackTo>
      <PageHead
        title="Installation capacity"
        about={`How many installations of ${tenant.tenantName} may be active at once, over all its environments.`}
      />
      <Section title="Now" about={stateOf(capacity)}>
        <div className="space-y-6">
          <CapacityMeter {...capacity} />
          <Facts
            rows={[
              ["Active", number(active)],
              ["Limit: your own choice", number(limit)],
              ["Maximum: what the operator approved", number(maximum)],
              ["Room for", number(Math.max(0, limit - active))],
            ]}
          />
        </div>
      </Section>
      {mayActAs(tenant.role, "admin") && (
        <Section
          title="Change the limit"
          about="One that is lower than what is active ends none; it only lets no other enrol."
        >
          <ActionForm action={changeLimitAction} submit="Save limit">
            <PlaceFields place={place} />
            <Field
              label="Limit"
              name="limit"
              hint={`At most ${number(maximum)}, the maximum that the operator approved.`}
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

/** What the numbers mean, and what can be done where there is no room left. */
function stateOf({ active, limit, maximum }: InstallationCapacity): string {
  if (active < limit) return "Installations can enrol as long as fewer are active than the limit.";
  if (limit < maximum)
    return "No other can enrol. Raise the limit, or retire installations that are not needed any more: their places are free at once.";
  return "No other can enrol, and the limit is at its maximum. Retire installations that are not needed any more: their places are free at once. Or ask the platform's operator to approve a higher maximum.";
}

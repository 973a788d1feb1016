import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, Notice } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import type { RetentionDefaults } from "@/lib/features/retention/retention";
import { readRetentionDefaults } from "@/lib/features/retention/retention-store";
import { type EffectiveRetention, readRetention } from "@/lib/features/retention/tenant-retention";
import { changeRetentionAction, holdTenantAction, releaseTenantAction } from "../retention-actions";
import { Section } from "./section";

interface Props {
  tenant: OperatedTenant;
  retention: EffectiveRetention;
  t: Translator<"operator">;
}

/** Forms of a tenant's retention: the lifetime of its events, and a hold on everything of any age. */
export async function RetentionForms({ tenant, t }: Omit<Props, "retention">) {
  const [retention, defaults] = await Promise.all([
    readRetention(tenant.publicId),
    readRetentionDefaults(),
  ]);
  const props = { tenant, retention, t };
  return (
    <>
      <Days {...props} defaults={defaults} />
      {retention.heldAt ? <Held key="held" {...props} /> : <Hold key="hold" {...props} />}
    </>
  );
}

function Days({ tenant, retention, defaults, t }: Props & { defaults: RetentionDefaults }) {
  const { auditEventDays: standard, auditEventLeastDays, auditEventMostDays } = defaults;
  const bounds = { least: auditEventLeastDays, most: auditEventMostDays };
  return (
    <Section title={t("tenant.retention.title")}>
      <Card>
        <p className="mb-4 text-sm">
          {t("tenant.retention.inForce", { days: retention.daysInForce })}
        </p>
        <ActionForm
          action={changeRetentionAction}
          submit={t("tenant.retention.submit")}
          tone="quiet"
        >
          <input type="hidden" name="id" value={tenant.publicId} />
          <Field
            label={t("tenant.retention.label")}
            name="days"
            type="number"
            hint={t("tenant.retention.hint", { ...bounds, standard })}
            defaultValue={retention.auditEventDays === null ? "" : String(retention.auditEventDays)}
            placeholder={String(standard)}
          />
        </ActionForm>
      </Card>
    </Section>
  );
}

function Hold({ tenant, t }: Props) {
  return (
    <Section title={t("tenant.hold.title")}>
      <Card>
        <p className="mb-4 text-sm">{t("tenant.hold.about")}</p>
        <ActionForm action={holdTenantAction} submit={t("tenant.hold.submit")} tone="quiet">
          <input type="hidden" name="id" value={tenant.publicId} />
          <Field
            label={t("tenant.hold.reason")}
            name="reason"
            hint={t("tenant.hold.reasonHint")}
            maxLength={500}
            required
          />
        </ActionForm>
      </Card>
    </Section>
  );
}

function Held({ tenant: { publicId: id, name }, retention: { heldAt, holdReason }, t }: Props) {
  return (
    <Section title={t("tenant.hold.title")}>
      <Notice tone="amber">
        {heldAt && t.rich("tenant.hold.held", { when: () => <When at={heldAt} /> })}
        {holdReason && <p className="mt-1">{t("tenant.reason", { reason: holdReason })}</p>}
      </Notice>
      <TypedConfirmation
        word={name}
        what={t("tenant.release.what")}
        action={releaseTenantAction}
        submit={t("tenant.release.submit")}
        open={t("tenant.release.open")}
        fields={{ id }}
      />
    </Section>
  );
}

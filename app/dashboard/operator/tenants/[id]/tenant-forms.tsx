import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Translator } from "@/app/dashboard/_words/words-of";
import { hostedRelyingParty } from "@/lib/core/factors/relying-party";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import {
  disableTenantAction,
  enableTenantAction,
  hostedPasskeysAction,
  inviteOwnerAction,
  setMaximumAction,
} from "../actions";
import { forms } from "./features";
import { Section } from "./section";

interface Props {
  tenant: OperatedTenant;
  t: Translator<"operator">;
}

/** Forms by which an operator changes a tenant. */
export function TenantForms({
  tenant,
  hostedPasskeysAt,
  t,
}: Props & { hostedPasskeysAt: Date | null }) {
  return (
    <>
      <InviteOwner tenant={tenant} t={t} />
      <Maximum tenant={tenant} t={t} />
      <HostedPasskeys tenant={tenant} at={hostedPasskeysAt} t={t} />
      {Object.entries(forms).map(([name, Forms]) => (
        <Forms key={name} tenant={tenant} t={t} />
      ))}
      {tenant.status === "active" ? (
        <Disable key="disable" tenant={tenant} t={t} />
      ) : (
        <Enable key="enable" tenant={tenant} t={t} />
      )}
    </>
  );
}

function InviteOwner({ tenant: { publicId }, t }: Props) {
  return (
    <Section title={t("tenant.invite.title")}>
      <Card>
        <ActionForm action={inviteOwnerAction} submit={t("tenant.invite.submit")}>
          <input type="hidden" name="id" value={publicId} />
          <Field
            label={t("tenant.invite.email")}
            name="email"
            type="email"
            hint={t("tenant.invite.emailHint")}
            required
          />
        </ActionForm>
      </Card>
    </Section>
  );
}

function Maximum({
  tenant: { publicId, installationLimit: limit, installationMaximum },
  t,
}: Props) {
  return (
    <Section title={t("tenant.maximum.title")}>
      <Card>
        <ActionForm action={setMaximumAction} submit={t("tenant.maximum.submit")} tone="quiet">
          <input type="hidden" name="id" value={publicId} />
          <Field
            label={t("tenant.maximum.label")}
            name="maximum"
            type="number"
            min={1}
            hint={t("tenant.maximum.hint", { limit })}
            defaultValue={String(installationMaximum)}
            required
          />
        </ActionForm>
      </Card>
    </Section>
  );
}

function HostedPasskeys({ tenant: { publicId }, at, t }: Props & { at: Date | null }) {
  const submit = t(at ? "tenant.hostedPasskeys.end" : "tenant.hostedPasskeys.allow");
  return (
    <Section title={t("tenant.hostedPasskeys.title")}>
      <Card>
        <p className="mb-4 text-sm">
          {t("tenant.hostedPasskeys.about", { host: hostedRelyingParty().id })}
        </p>
        {at && (
          <p className="mb-4 text-sm">
            {t.rich("tenant.hostedPasskeys.allowed", { when: () => <When at={at} /> })}
          </p>
        )}
        <ActionForm action={hostedPasskeysAction} submit={submit} tone="quiet">
          <input type="hidden" name="id" value={publicId} />
          <input type="hidden" name="allowed" value={String(!at)} />
        </ActionForm>
      </Card>
    </Section>
  );
}

function Disable({ tenant: { publicId: id, name }, t }: Props) {
  return (
    <Section title={t("tenant.disable.title")}>
      <TypedConfirmation
        word={name}
        what={t("tenant.disable.what")}
        action={disableTenantAction}
        submit={t("tenant.disable.submit")}
        open={t("tenant.disable.open")}
        fields={{ id }}
      >
        <Field
          label={t("tenant.disable.reason")}
          name="reason"
          hint={t("tenant.disable.reasonHint")}
          maxLength={500}
        />
      </TypedConfirmation>
    </Section>
  );
}

function Enable({ tenant: { publicId: id, name }, t }: Props) {
  return (
    <Section title={t("tenant.enable.title")}>
      <TypedConfirmation
        word={name}
        what={t("tenant.enable.what")}
        action={enableTenantAction}
        submit={t("tenant.enable.submit")}
        open={t("tenant.enable.open")}
        fields={{ id }}
      />
    </Section>
  );
}

import type { ReactNode } from "react";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card } from "@/app/dashboard/_parts/card";
import { Field } from "@/app/dashboard/_parts/field";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { OperatedTenant } from "@/lib/platform/operators/operated-tenant";
import {
  disableTenantAction,
  enableTenantAction,
  inviteOwnerAction,
  setMaximumAction,
} from "../actions";

/** What an operator does with a tenant. */
export function TenantForms({ tenant }: { tenant: OperatedTenant }) {
  const { publicId: id, name } = tenant;
  return (
    <>
      <Section title="Invite an owner">
        <Card>
          <ActionForm action={inviteOwnerAction} submit="Invite">
            <input type="hidden" name="id" value={id} />
            <Field
              label="Email address"
              name="email"
              type="email"
              hint="They administer the tenant and invite others. You see nothing of what is in it."
              required
            />
          </ActionForm>
        </Card>
      </Section>
      <Section title="Installation maximum">
        <Card>
          <ActionForm action={setMaximumAction} submit="Save" tone="quiet">
            <input type="hidden" name="id" value={id} />
            <Field
              label="At most"
              name="maximum"
              type="number"
              min={1}
              hint={`The tenant sets its own limit, now ${tenant.installationLimit}, up to this. It can't be lower than that limit.`}
              defaultValue={String(tenant.installationMaximum)}
              required
            />
          </ActionForm>
        </Card>
      </Section>
      {tenant.status === "active" ? (
        <Section key="disable" title="Disable">
          <TypedConfirmation
            word={name}
            what="Everything of this tenant stops at once: sign-ins, sessions, tokens, credentials, installations and mail. Nothing is deleted; enabling it brings back what has not expired."
            action={disableTenantAction}
            submit="Disable this tenant"
            open="Disable…"
            fields={{ id }}
          >
            <Field
              label="Reason"
              name="reason"
              hint="Optional. Its administrators read it, and the audit log keeps it."
              maxLength={500}
            />
          </TypedConfirmation>
        </Section>
      ) : (
        <Section key="enable" title="Enable">
          <TypedConfirmation
            word={name}
            what="Its users sign in again, and its credentials and installations work again."
            action={enableTenantAction}
            submit="Enable this tenant"
            open="Enable…"
            fields={{ id }}
          />
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="max-w-2xl space-y-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

import { notFound } from "next/navigation";
import { cache } from "react";
import { Card, Notice, PageHead } from "@/app/dashboard/_parts/blocks";
import { EnvironmentDot } from "@/app/dashboard/_parts/environment-colours";
import { Id } from "@/app/dashboard/_parts/id";
import { When } from "@/app/dashboard/_parts/text";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import { TenantStatus } from "@/app/dashboard/operator/_parts/tenant-status";
import { readHostedPasskeysOf } from "@/lib/core/operators/hosted-passkeys";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { readOperatedTenant } from "@/lib/core/operators/read-operated-tenant";
import { ServiceError } from "@/lib/kernel/errors";
import { TenantForms } from "./tenant-forms";

export const generateMetadata = titled("operator", "tenant.title");

/** Page of one tenant for its operator: its status, its administrators, its limits. */
export default operatorPage(async ({ t, segment: id }) => {
  const [tenant, hostedPasskeysAt] = await Promise.all([
    operated(id),
    existing(() => readHostedPasskeysOf(id)),
  ]);
  const { disabledAt, disabledReason: reason } = tenant;
  return (
    <div className="space-y-10">
      <PageHead title={tenant.name} about={<Id>{tenant.publicId}</Id>}>
        <TenantStatus status={tenant.status} t={t} />
      </PageHead>
      {disabledAt && (
        <Notice tone="red">
          {t.rich("tenant.disabled", { when: () => <When at={disabledAt} /> })}
          {reason && <p className="mt-1">{t("tenant.reason", { reason })}</p>}
        </Notice>
      )}
      <Facts tenant={tenant} t={t} />
      <TenantForms {...{ tenant, hostedPasskeysAt, t }} />
    </div>
  );
});

const operated = cache((id: string) => existing(() => readOperatedTenant(id)));

async function existing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") notFound();
    throw error;
  }
}

function Facts({ tenant, t }: { tenant: OperatedTenant; t: Translator<"operator"> }) {
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-3">
        <div>
          <dt className="text-neutral-600 dark:text-neutral-400">{t("tenant.created")}</dt>
          <dd className="mt-1">
            <When at={tenant.createdAt} />
          </dd>
        </div>
        <div>
          <dt className="text-neutral-600 dark:text-neutral-400">{t("tenant.environments")}</dt>
          <dd className="mt-1 space-y-1">
            {tenant.environments.map(({ id, key, name, kind }) => (
              <p key={id} className="flex items-center gap-2">
                <EnvironmentDot kind={kind} />
                {name} <span className="font-mono text-xs">{key}</span>
              </p>
            ))}
          </dd>
        </div>
        <div>
          <dt className="text-neutral-600 dark:text-neutral-400">{t("tenant.installations")}</dt>
          <dd className="mt-1">
            {t("tenant.capacity", {
              active: tenant.activeInstallations,
              limit: tenant.installationLimit,
              maximum: tenant.installationMaximum,
            })}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Card } from "@/app/dashboard/_parts/card";
import { EnvironmentDot } from "@/app/dashboard/_parts/environment-colours";
import { Id } from "@/app/dashboard/_parts/id";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { ServiceError } from "@/lib/errors";
import type { OperatedTenant } from "@/lib/platform/operators/operated-tenant";
import { readOperatedTenant } from "@/lib/platform/operators/read-operated-tenant";
import { TenantForms } from "./tenant-forms";

export const metadata: Metadata = { title: "Tenant" };

/** One tenant as its operator sees it: whether it runs, who administers it, how much it may hold. */
export default async function TenantPage({ params }: { params: Promise<{ id: string }> }) {
  await signedInOperator();
  const { id } = await params;
  const tenant = await operated(id);
  return (
    <div className="space-y-10">
      <PageHead title={tenant.name} about={<Id>{tenant.publicId}</Id>}>
        {tenant.status === "active" ? (
          <Badge tone="green">active</Badge>
        ) : (
          <Badge tone="red">disabled</Badge>
        )}
      </PageHead>
      {tenant.disabledAt && (
        <Notice tone="red">
          Disabled <When at={tenant.disabledAt} />. Nobody signs in, and its credentials are
          refused.
          {tenant.disabledReason && <p className="mt-1">Reason: {tenant.disabledReason}</p>}
        </Notice>
      )}
      <Facts tenant={tenant} />
      <TenantForms tenant={tenant} />
    </div>
  );
}

const operated = cache(async (id: string): Promise<OperatedTenant> => {
  try {
    return await readOperatedTenant(id);
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") notFound();
    throw error;
  }
});

function Facts({ tenant }: { tenant: OperatedTenant }) {
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-3">
        <div>
          <dt className="text-neutral-600 dark:text-neutral-400">Created</dt>
          <dd className="mt-1">
            <When at={tenant.createdAt} />
          </dd>
        </div>
        <div>
          <dt className="text-neutral-600 dark:text-neutral-400">Environments</dt>
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
          <dt className="text-neutral-600 dark:text-neutral-400">Installations</dt>
          <dd className="mt-1">
            {tenant.activeInstallations} active, {tenant.installationLimit} allowed by the tenant,{" "}
            {tenant.installationMaximum} by you
          </dd>
        </div>
      </dl>
    </Card>
  );
}

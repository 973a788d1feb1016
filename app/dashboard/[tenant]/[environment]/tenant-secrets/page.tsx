import type { Metadata } from "next";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { Card, dangerButton, PageHead, When } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { listTenantSecrets } from "@/lib/tenants/list-tenant-secrets";
import { createSecretAction, revokeSecretAction } from "./actions";

export const metadata: Metadata = { title: "Tenant secrets" };

/** The secrets with which the product's backend identifies itself on request-time calls. */
export default async function TenantSecretsPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const secrets = await listTenantSecrets(caller);
  const mayChange = mayActAs(tenant.role, "admin");
  return (
    <>
      <PageHead
        title="Tenant secrets"
        about="Your backend sends one with X-Tenant-Id on every request-time call. Two can be live at once: make the new one, deploy it, then revoke the old one."
      />
      <p className="mb-6 font-mono text-sm break-all">X-Tenant-Id: {tenant.tenantPublicId}</p>
      <div className="space-y-4">
        {secrets.map((secret) => (
          <Card key={secret.id}>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <p>
                <span className="font-mono">alcs_{secret.hint}</span>
                <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                  Created <When at={secret.createdAt} /> · last used <When at={secret.lastUsedAt} />
                </span>
              </p>
              {mayChange && (
                <details className="text-sm">
                  <summary className={`${dangerButton} cursor-pointer`}>Revoke</summary>
                  <form action={revokeSecretAction} className="mt-3 max-w-60 space-y-3">
                    <p>Calls that use it fail from that moment. This can't be undone.</p>
                    <PlaceFields place={place} />
                    <input type="hidden" name="id" value={secret.id} />
                    <button type="submit" className={dangerButton}>
                      Revoke it
                    </button>
                  </form>
                </details>
              )}
            </div>
          </Card>
        ))}
        {mayChange && (
          <NewSecretForm label="Tenant secret" action={createSecretAction}>
            <PlaceFields place={place} />
          </NewSecretForm>
        )}
      </div>
    </>
  );
}

import type { Metadata } from "next";
import { Card } from "@/app/dashboard/_parts/card";
import { Empty } from "@/app/dashboard/_parts/empty";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { listTenantSecrets } from "@/lib/tenants/list-tenant-secrets";
import type { ListedTenantSecret } from "@/lib/tenants/tenant-secret-store";
import { createSecretAction, revokeSecretAction } from "./actions";

export const metadata: Metadata = { title: "Tenant secrets" };

/** The secrets with which the product's backend identifies itself on request-time calls. */
export default async function TenantSecretsPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, tenant, environment } = await administratorIn(place);
  const secrets = await listTenantSecrets(caller);
  const mayChange = mayActAs(tenant.role, "admin");
  return (
    <>
      <PageHead
        title="Tenant secrets"
        about={`Your backend sends one with X-Tenant-Id on every request-time call to ${environment.name}. Two can be live at once: make the new one, deploy it, then revoke the old one.`}
      />
      <div className="mb-8 max-w-2xl">
        <ShownOnce label="X-Tenant-Id" value={tenant.tenantPublicId} />
      </div>
      <div className="space-y-4">
        {secrets.length === 0 && (
          <Empty title="No secret yet">
            {mayChange
              ? "Make one for the backend that signs people in."
              : "An administrator of this tenant can make one."}
          </Empty>
        )}
        {secrets.map((secret) => (
          <Card key={secret.id}>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <Facts secret={secret} />
              {mayChange && (
                <TypedConfirmation
                  word={environment.name}
                  what={
                    secrets.length === 1
                      ? "This is the only one: from that moment nobody can sign in through your backend. This can't be undone."
                      : "Calls that use it fail from that moment. This can't be undone."
                  }
                  action={revokeSecretAction}
                  submit={`Revoke ${secret.hint}`}
                  open="Revoke…"
                  fields={{ ...place, id: secret.id }}
                />
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

function Facts({ secret }: { secret: ListedTenantSecret }) {
  return (
    <p>
      <span className="font-mono">alcs_{secret.hint}</span>
      <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
        Created <When at={secret.createdAt} /> · last used <When at={secret.lastUsedAt} />
      </span>
    </p>
  );
}

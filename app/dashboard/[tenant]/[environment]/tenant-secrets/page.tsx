import { Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { SecretCard } from "@/app/dashboard/_parts/secret-card";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { listTenantSecrets } from "@/lib/core/tenants/list-tenant-secrets";
import { createTenantSecretAction, revokeTenantSecretAction } from "./actions";

export const generateMetadata = titled("connections", "tenantSecrets.title");

/** List of the secrets with which the product's backend authenticates request-time calls. */
export default viewerPage("connections", async (request) => {
  const { caller, tenant, environment, t, mayChange, place } = request;
  const secrets = await listTenantSecrets(caller);
  return (
    <>
      <PageHead
        title={t("tenantSecrets.title")}
        about={t("tenantSecrets.about", { environment: environment.name })}
      />
      <div className="mb-8 max-w-2xl">
        <ShownOnce label="X-Tenant-Id" value={tenant.tenantPublicId} />
      </div>
      <div className="space-y-4">
        {secrets.length === 0 && (
          <Empty title={t("tenantSecrets.empty")}>
            {mayChange ? t("tenantSecrets.emptyForAdmin") : t("tenantSecrets.emptyForViewer")}
          </Empty>
        )}
        {secrets.map((secret) => (
          <SecretCard
            key={secret.id}
            shown={`alcs_${secret.hint}`}
            facts={t.rich("shared.used", {
              created: () => <When at={secret.createdAt} />,
              used: () => <When at={secret.lastUsedAt} />,
            })}
          >
            {mayChange && (
              <TypedConfirmation
                word={environment.name}
                what={
                  secrets.length === 1
                    ? t("tenantSecrets.revokeOnly")
                    : t("tenantSecrets.revokeOne")
                }
                action={revokeTenantSecretAction}
                submit={t("shared.revokeHint", { hint: secret.hint })}
                open={t("shared.revokeOpen")}
                fields={{ ...place, id: secret.id }}
              />
            )}
          </SecretCard>
        ))}
        {mayChange && (
          <NewSecretForm label={t("tenantSecrets.label")} action={createTenantSecretAction}>
            <PlaceFields place={place} />
          </NewSecretForm>
        )}
      </div>
    </>
  );
});

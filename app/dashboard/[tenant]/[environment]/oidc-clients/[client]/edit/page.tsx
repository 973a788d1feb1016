import Link from "next/link";
import { notFound } from "next/navigation";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { readOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { network } from "@/lib/kernel/outbound/network";
import { ClientFields, type ClientFieldsProps } from "../../_parts/client-fields";
import { updateClientAction } from "../../actions";

export const generateMetadata = titled("connections", "clients.edit.title");

/** Returns the part of a client that the form's page receives: no secrets. */
function withoutSecrets(client: OidcClient): NonNullable<ClientFieldsProps["stored"]> {
  return {
    name: client.name,
    appId: client.appId,
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: client.postLogoutRedirectUris,
    backchannelLogoutUri: client.backchannelLogoutUri,
    firstParty: client.firstParty,
    allowedScopes: client.allowedScopes,
    deviceAuthorization: client.deviceAuthorization,
    tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
    jwks: client.jwks,
    jwksUri: client.jwksUri,
    idTokenSignedResponseAlg: client.idTokenSignedResponseAlg,
    requirePushedAuthorizationRequests: client.requirePushedAuthorizationRequests,
    dpopBoundAccessTokens: client.dpopBoundAccessTokens,
    profile: client.profile,
    refreshGraceSeconds: client.refreshGraceSeconds,
  };
}

/** Form that changes the registration of a relying party. The type never changes: software depends on it. */
export default adminPage("connections", async ({ caller, t, texts, place, segment: clientId }) => {
  const [client, apps] = await inTransaction(caller, (db) =>
    Promise.all([readOidcClient(db, clientId), listApps(db)]),
  );
  if (!client) notFound();
  const back = `/dashboard/${place.tenant}/${place.environment}/oidc-clients/${clientId}`;
  return (
    <>
      <BackTo href={placePath(place, "oidc-clients")}>{t("clients.list.title")}</BackTo>
      <PageHead
        title={t("clients.edit.heading", { name: client.name })}
        about={t(`clients.edit.${client.type}`, { clientId })}
      />
      <Card>
        <ActionForm
          action={updateClientAction}
          submit={t("clients.edit.submit")}
          beside={
            <Link href={back} className={quietButton}>
              {t("shared.back")}
            </Link>
          }
        >
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={client.id} />
          <ClientFields
            type={client.type}
            apps={apps.map(({ id, name }) => ({ id, name }))}
            stored={withoutSecrets(client)}
            texts={{ fields: texts.clients.fields, uris: texts.uris }}
            takesLoopback={network().takesLoopback === true}
          />
        </ActionForm>
      </Card>
    </>
  );
});

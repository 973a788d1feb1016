import Link from "next/link";
import { notFound } from "next/navigation";
import { ClientSecrets } from "@/app/dashboard/_nouns/client-secrets";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Notice, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Id } from "@/app/dashboard/_parts/id";
import { AuditLink, When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { listApps } from "@/lib/core/apps/app-store";
import { readDeliveries } from "@/lib/core/backchannel-logout/read-deliveries";
import { hasSecret } from "@/lib/core/oidc-clients/client-methods";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { readOidcClients } from "@/lib/core/oidc-clients/read-oidc-clients";
import { listRefusals } from "@/lib/core/oidc-clients/refused-authorization-store";
import type { Caller } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { SnippetList } from "../_parts/snippet-list";
import { addClientSecretAction, revokeClientAction, revokeClientSecretAction } from "../actions";
import { Deliveries } from "./deliveries";
import { Refusals } from "./refusals";
import { Registration } from "./registration";
import { TrySignIn } from "./try-sign-in";

export const generateMetadata = titled("connections", "clients.page.title");

/** Page of a relying party: its registration, its secrets, its integration, and the delivery of logouts. */
export default viewerPage("connections", async (request) => {
  const { caller, tenant, t, place, segment: clientId } = request;
  // The audit log refers to a client by the id of its row.
  const client = (await readOidcClients(caller)).find(
    (found) => found.clientId === clientId || found.id === clientId,
  );
  if (!client) notFound();
  const [deliveries, { refusals, app }] = await Promise.all([
    readDeliveries(caller, client.id),
    readShown(caller, client),
  ]);
  const mayChange = mayActAs(tenant.role, "admin") && !client.revokedAt;
  const base = `/dashboard/${place.tenant}/${place.environment}/oidc-clients/${client.clientId}`;
  return (
    <div className="space-y-10">
      <BackTo href={placePath(place, "oidc-clients")}>{t("clients.list.title")}</BackTo>
      <PageHead
        title={client.name}
        about={<Id what={t("clients.page.clientIdSpoken")}>{client.clientId}</Id>}
      >
        <span className="flex flex-wrap items-center gap-4">
          <AuditLink place={place} target={client.id} />
          {mayChange && (
            <Link href={`${base}/edit`} className={quietButton}>
              {t("clients.page.change")}
            </Link>
          )}
        </span>
      </PageHead>
      {client.revokedAt && (
        <Notice tone="red">
          {t.rich("clients.page.revoked", { at: () => <When at={client.revokedAt} /> })}
        </Notice>
      )}
      <Registration client={client} app={app} place={place} t={t} />
      {hasSecret(client.tokenEndpointAuthMethod) && !client.revokedAt && (
        <ClientSecrets
          {...{ place, t, secrets: client.secrets, mayAdd: mayChange, mayRevoke: mayChange }}
          texts="clients.secrets"
          prefix="aocs_"
          subject={{ name: "clientId", value: client.id }}
          add={addClientSecretAction}
          revoke={revokeClientSecretAction}
        />
      )}
      {!client.revokedAt && (
        <section aria-labelledby="build" className="space-y-4">
          <h2 id="build" className="text-lg font-semibold">
            {t("clients.page.build")}
          </h2>
          <SnippetList
            t={t}
            appId={client.appId}
            facts={{
              issuer: config().baseUrl,
              clientId: client.clientId,
              type: client.type,
              profile: client.profile,
              redirectUris: client.redirectUris,
              postLogoutRedirectUris: client.postLogoutRedirectUris,
            }}
          />
        </section>
      )}
      {!client.revokedAt && <TrySignIn client={client} t={t} />}
      <Refusals
        t={t}
        refusals={refusals}
        editPath={mayChange ? `${base}/edit` : null}
        deniedPath={withValues(placePath(place, "audit"), {
          kind: "access.denied",
          target: client.appId,
        })}
      />
      <Deliveries
        client={client}
        deliveries={deliveries}
        place={place}
        mayChange={mayChange}
        t={t}
      />
      {mayChange && (
        <section aria-labelledby="end" className="space-y-4">
          <h2 id="end" className="text-lg font-semibold">
            {t("clients.page.revokeTitle")}
          </h2>
          <TypedConfirmation
            word={client.name}
            what={t("clients.page.revokeAbout")}
            action={revokeClientAction}
            submit={t("clients.page.revoke")}
            open={t("shared.revokeOpen")}
            fields={{ ...place, clientId: client.id }}
          />
        </section>
      )}
    </div>
  );
});

/** Reads the reasons for which authorizations of the client were refused, and the app whose access rules
 *  apply. */
function readShown(caller: Caller, { id, appId }: OidcClient) {
  return inBatch(caller, async (db) => {
    const [refusals, apps] = await Promise.all([listRefusals(db, id), listApps(db)]);
    return { refusals, app: apps.find((app) => app.id === appId) ?? null };
  });
}

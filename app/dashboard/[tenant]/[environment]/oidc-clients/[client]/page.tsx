import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Notice } from "@/app/dashboard/_parts/notice";
import { Id, PageHead, quietButton, When } from "@/app/dashboard/_parts/parts";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { readDeliveries } from "@/lib/backchannel-logout/read-deliveries";
import { config } from "@/lib/config/config";
import { readOidcClients } from "@/lib/oidc-clients/read-oidc-clients";
import { SnippetList } from "../_parts/snippet-list";
import { revokeClientAction } from "../actions";
import { Deliveries } from "./deliveries";
import { Registration } from "./registration";
import { Secrets } from "./secrets";

export const metadata: Metadata = { title: "OIDC client" };

type Props = { params: Promise<Place & { client: string }> };

/** A relying party: what it registered, its secrets, how to build it in, and whether logouts reach it. */
export default async function ClientPage({ params }: Props) {
  const { client: clientId, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const client = (await readOidcClients(caller)).find((found) => found.clientId === clientId);
  if (!client) notFound();
  const deliveries = await readDeliveries(caller, client.id);
  const mayChange = mayActAs(tenant.role, "admin") && !client.revokedAt;
  const base = `/dashboard/${place.tenant}/${place.environment}/oidc-clients/${clientId}`;
  return (
    <div className="space-y-10">
      <PageHead title={client.name} about={<Id>{client.clientId}</Id>}>
        {mayChange && (
          <Link href={`${base}/edit`} className={quietButton}>
            Change
          </Link>
        )}
      </PageHead>
      {client.revokedAt && (
        <Notice tone="red">
          Revoked <When at={client.revokedAt} />. Nobody signs in through it any more.
        </Notice>
      )}
      <Registration client={client} />
      {client.type === "confidential" && !client.revokedAt && (
        <Secrets client={client} place={place} mayChange={mayChange} />
      )}
      {!client.revokedAt && (
        <section aria-labelledby="build" className="space-y-4">
          <h2 id="build" className="text-lg font-semibold">
            Build it in
          </h2>
          <SnippetList
            facts={{
              issuer: config().baseUrl,
              clientId,
              type: client.type,
              redirectUris: client.redirectUris,
              postLogoutRedirectUris: client.postLogoutRedirectUris,
            }}
          />
        </section>
      )}
      <Deliveries client={client} deliveries={deliveries} place={place} mayChange={mayChange} />
      {mayChange && (
        <section aria-labelledby="end" className="space-y-4">
          <h2 id="end" className="text-lg font-semibold">
            Revoke
          </h2>
          <TypedConfirmation
            word={client.name}
            what="Nobody can sign in through it any more, and its tokens are refused. This can't be undone."
            action={revokeClientAction}
            submit="Revoke this client"
            open="Revoke…"
            fields={{ ...place, clientId: client.id }}
          />
        </section>
      )}
    </div>
  );
}

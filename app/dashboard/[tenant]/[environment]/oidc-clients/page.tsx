import type { Metadata } from "next";
import Link from "next/link";
import {
  Badge,
  Card,
  dangerButton,
  Empty,
  PageHead,
  primaryButton,
  When,
} from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { readOidcClients } from "@/lib/oidc-clients/read-oidc-clients";
import { revokeClientAction } from "./actions";

export const metadata: Metadata = { title: "OIDC clients" };

/** The relying parties that sign users in through the hosted pages. */
export default async function OidcClientsPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const clients = await readOidcClients(caller);
  const mayChange = mayActAs(tenant.role, "admin");
  return (
    <>
      <PageHead
        title="OIDC clients"
        about="A web or native app that signs users in through the hosted login, with OpenID Connect."
      >
        {mayChange && (
          <Link
            href={`/dashboard/${place.tenant}/${place.environment}/oidc-clients/new`}
            className={primaryButton}
          >
            New client
          </Link>
        )}
      </PageHead>
      {clients.length === 0 && (
        <Empty title="No clients yet">Register the app that should sign people in.</Empty>
      )}
      <div className="space-y-4">
        {clients.map((client) => (
          <Card key={client.id}>
            <div className="flex flex-wrap items-start justify-between gap-4">
              <div className="min-w-0">
                <h2 className="flex flex-wrap items-center gap-2 font-semibold">
                  <Link
                    className="underline-offset-4 hover:underline"
                    href={`/dashboard/${place.tenant}/${place.environment}/oidc-clients/${client.clientId}`}
                  >
                    {client.name}
                  </Link>{" "}
                  <Badge>{client.type}</Badge>
                  {client.revokedAt && <Badge tone="red">revoked</Badge>}
                </h2>
                <p className="mt-1 font-mono text-sm break-all text-neutral-600 dark:text-neutral-400">
                  {client.clientId}
                  {client.secrets.map((secret) => ` · secret ${secret.hint}`)}
                </p>
                <ul className="mt-3 text-sm break-all">
                  {client.redirectUris.map((uri) => (
                    <li key={uri}>{uri}</li>
                  ))}
                </ul>
                <p className="mt-3 text-sm text-neutral-600 dark:text-neutral-400">
                  Last used <When at={client.lastUsedAt} />
                </p>
              </div>
              {mayChange && !client.revokedAt && (
                <details className="text-sm">
                  <summary className={`${dangerButton} cursor-pointer`}>Revoke</summary>
                  <form action={revokeClientAction} className="mt-3 max-w-60 space-y-3">
                    <p>Nobody can sign in through it any more. This can't be undone.</p>
                    <PlaceFields place={place} />
                    <input type="hidden" name="id" value={client.id} />
                    <button type="submit" className={dangerButton}>
                      Revoke {client.name}
                    </button>
                  </form>
                </details>
              )}
            </div>
          </Card>
        ))}
      </div>
    </>
  );
}

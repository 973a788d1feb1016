import type { Metadata } from "next";
import Link from "next/link";
import { Badge, Empty, PageHead, primaryButton, When } from "@/app/dashboard/_parts/parts";
import { Table } from "@/app/dashboard/_parts/table";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { readOidcClients } from "@/lib/oidc-clients/read-oidc-clients";

export const metadata: Metadata = { title: "OIDC clients" };

/** The relying parties that sign users in through the hosted pages. */
export default async function OidcClientsPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const clients = await readOidcClients(caller);
  const mayChange = mayActAs(tenant.role, "admin");
  const base = `/dashboard/${place.tenant}/${place.environment}/oidc-clients`;
  const create = mayChange && (
    <Link href={`${base}/new`} className={primaryButton}>
      New client
    </Link>
  );
  return (
    <>
      <PageHead
        title="OIDC clients"
        about="A web or native app that signs users in through the hosted login, with OpenID Connect."
      >
        {clients.length > 0 && create}
      </PageHead>
      {clients.length === 0 ? (
        <Empty title="No clients yet">
          <p className="mb-6">
            {mayChange
              ? "Register the app that should sign people in."
              : "An administrator of this tenant can register one."}
          </p>
          {create}
        </Empty>
      ) : (
        <Table caption="OIDC clients" head={["Name", "Redirect URIs", "Last used", "Status"]}>
          {clients.map((client) => (
            <Row key={client.id} client={client} base={base} />
          ))}
        </Table>
      )}
    </>
  );
}

type Client = Awaited<ReturnType<typeof readOidcClients>>[number];

function Row({ client, base }: { client: Client; base: string }) {
  const [first, ...others] = client.redirectUris;
  return (
    <tr>
      <td className="min-w-56 wrap-anywhere">
        <h2 className="font-semibold">
          <Link href={`${base}/${client.clientId}`} className="underline-offset-4 hover:underline">
            {client.name}
          </Link>
        </h2>
        <p className="mt-0.5 text-neutral-600 capitalize dark:text-neutral-400">{client.type}</p>
        <p className="mt-1 font-mono text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400">
          {client.clientId}
          {client.secrets.map(({ hint }) => ` · ${hint}`)}
        </p>
      </td>
      <td className="min-w-48 wrap-anywhere">
        {first}
        {others.length > 0 && (
          <span className="text-neutral-600 dark:text-neutral-400"> and {others.length} more</span>
        )}
      </td>
      <td className="whitespace-nowrap">
        <When at={client.lastUsedAt} />
      </td>
      <td>
        {client.revokedAt ? <Badge tone="red">revoked</Badge> : <Badge tone="green">active</Badge>}
      </td>
    </tr>
  );
}

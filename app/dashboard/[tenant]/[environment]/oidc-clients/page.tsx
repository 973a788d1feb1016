import type { Metadata } from "next";
import Link from "next/link";
import { browseOf, type PageProps } from "@/app/dashboard/_nouns/place-path";
import { sortedRows, sortHead } from "@/app/dashboard/_nouns/sort-head";
import { Badge } from "@/app/dashboard/_parts/badge";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Empty } from "@/app/dashboard/_parts/empty";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { readOidcClients } from "@/lib/oidc/clients/read-oidc-clients";
import { mayActAs } from "@/lib/platform/administrators/administrator";

export const metadata: Metadata = { title: "OIDC clients" };

/** The relying parties that sign users in through the hosted pages. */
export default async function OidcClientsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const clients = await readOidcClients(caller);
  const browse = browseOf(await searchParams);
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
        <Table
          caption="OIDC clients"
          head={[
            ["Name", "name"] as const,
            "Redirect URIs",
            ["Last used", "-used"] as const,
            "Status",
          ].map((one) => sortHead(one, { path: base, browse }))}
        >
          {sortedRows(clients, browse.sort, {
            name: (one) => one.name,
            used: (one) => one.lastUsedAt,
          }).map((client) => (
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

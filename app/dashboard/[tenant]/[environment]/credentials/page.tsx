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
import type { ListedCredential } from "@/lib/credentials/credential-store";
import { listCredentials } from "@/lib/credentials/list-credentials";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { purposeName } from "./_parts/scope-catalogue";

export const metadata: Metadata = { title: "Credentials" };

/** The environment's machine credentials: what each may do, and when it was last used. */
export default async function CredentialsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant, environment } = await administratorIn(place);
  const credentials = await listCredentials(caller);
  const browse = browseOf(await searchParams);
  const mayChange = mayActAs(tenant.role, "admin");
  const base = `/dashboard/${place.tenant}/${place.environment}/credentials`;
  const create = mayChange && (
    <Link href={`${base}/new`} className={primaryButton}>
      New credential
    </Link>
  );
  return (
    <>
      <PageHead
        title="Credentials"
        about={`A machine credential lets one of your backends call ${environment.name}. Its purpose and scopes are fixed when it is created.`}
      >
        {credentials.length > 0 && create}
      </PageHead>
      {credentials.length === 0 ? (
        <Empty title="No credentials yet">
          <p className="mb-6">
            {mayChange
              ? "Create one for the backend that will provision users or run your login."
              : "An administrator of this tenant can create one."}
          </p>
          {create}
        </Empty>
      ) : (
        <Table
          caption="Credentials"
          head={[
            ["Name", "name"] as const,
            "Scopes",
            ["Last used", "-used"] as const,
            "Status",
          ].map((one) => sortHead(one, { path: base, browse }))}
        >
          {sortedRows(credentials, browse.sort, {
            name: (one) => one.name,
            used: (one) => one.lastUsedAt,
          }).map((credential) => (
            <Row key={credential.id} credential={credential} base={base} />
          ))}
        </Table>
      )}
    </>
  );
}

function Row({ credential, base }: { credential: ListedCredential; base: string }) {
  const { clientId, name, purpose, scopes, secrets, lastUsedAt, revokedAt } = credential;
  return (
    <tr>
      <td className="min-w-56 wrap-anywhere">
        <h2 className="font-semibold">
          <Link href={`${base}/${clientId}`} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        </h2>
        <p className="mt-0.5 text-neutral-600 dark:text-neutral-400">{purposeName(purpose)}</p>
        <p className="mt-1 font-mono text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400">
          {clientId}
          {secrets.map(({ hint }) => ` · ${hint}`)}
        </p>
      </td>
      <td className="min-w-40 wrap-anywhere">
        <span className="font-mono text-xs">{scopes.slice(0, 3).join(", ")}</span>
        {scopes.length > 3 && (
          <span className="text-neutral-600 dark:text-neutral-400">
            {" "}
            and {scopes.length - 3} more
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">
        <When at={lastUsedAt} />
      </td>
      <td>{revokedAt ? <Badge tone="red">revoked</Badge> : <Badge tone="green">active</Badge>}</td>
    </tr>
  );
}

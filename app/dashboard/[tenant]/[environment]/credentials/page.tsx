import type { Metadata } from "next";
import Link from "next/link";
import {
  Badge,
  dangerButton,
  Empty,
  PageHead,
  primaryButton,
  When,
} from "@/app/dashboard/_parts/parts";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import type { ListedCredential } from "@/lib/credentials/credential-store";
import { listCredentials } from "@/lib/credentials/list-credentials";
import { revokeAction } from "./actions";

export const metadata: Metadata = { title: "Credentials" };

/** The environment's machine credentials: what each may do, when it was last used, and how to end it. */
export default async function CredentialsPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const credentials = await listCredentials(caller);
  const mayChange = mayActAs(tenant.role, "admin");
  const create = `/dashboard/${place.tenant}/${place.environment}/credentials/new`;
  return (
    <>
      <PageHead
        title="Credentials"
        about="A machine credential lets one of your backends call this environment. Its purpose and scopes are fixed when it is created."
      >
        {mayChange && (
          <Link href={create} className={primaryButton}>
            New credential
          </Link>
        )}
      </PageHead>
      {credentials.length === 0 ? (
        <Empty title="No credentials yet">
          {mayChange
            ? "Create one for the backend that will provision users or run your login."
            : "An administrator of this tenant can create one."}
        </Empty>
      ) : (
        <ul className="space-y-4">
          {credentials.map((credential) => (
            <Row key={credential.id} credential={credential} place={place} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({
  credential,
  place,
  mayChange,
}: {
  credential: ListedCredential;
  place: Place;
  mayChange: boolean;
}) {
  const { revokedAt, purpose } = credential;
  return (
    <li className="rounded-2xl border border-neutral-200 bg-white p-6 dark:border-neutral-800 dark:bg-neutral-900">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {credential.name}
            <Badge>
              {purpose === "product_runtime" ? "Product runtime" : "Management automation only"}
            </Badge>
            {revokedAt ? <Badge tone="red">revoked</Badge> : <Badge tone="green">active</Badge>}
          </h2>
          <p className="mt-1 font-mono text-sm break-all text-neutral-600 dark:text-neutral-400">
            {credential.clientId}
            {credential.hints.map((hint) => ` · secret ${hint}`)}
          </p>
          <p className="mt-3 text-sm text-neutral-700 dark:text-neutral-300">
            {credential.scopes.join("  ")}
          </p>
          <p className="mt-3 text-sm text-neutral-600 dark:text-neutral-400">
            Created <When at={credential.createdAt} /> · last used{" "}
            <When at={credential.lastUsedAt} />
          </p>
        </div>
        {mayChange && !revokedAt && (
          <details className="text-sm">
            <summary className={`${dangerButton} cursor-pointer`}>Revoke</summary>
            <form action={revokeAction} className="mt-3 max-w-60 space-y-3">
              <p>Its tokens stop working at once. This can't be undone.</p>
              <input type="hidden" name="tenant" value={place.tenant} />
              <input type="hidden" name="environment" value={place.environment} />
              <input type="hidden" name="id" value={credential.id} />
              <button type="submit" className={dangerButton}>
                Revoke {credential.name}
              </button>
            </form>
          </details>
        )}
      </div>
    </li>
  );
}

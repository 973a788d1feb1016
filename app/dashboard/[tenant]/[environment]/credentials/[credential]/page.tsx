import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Badge } from "@/app/dashboard/_parts/badge";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { Id } from "@/app/dashboard/_parts/id";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { readCredential } from "@/lib/credentials/read-credential";
import { dangerousScopes, type Scope } from "@/lib/credentials/scopes";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { purposeName, scopeMeanings } from "../_parts/scope-catalogue";
import { revokeAction } from "../actions";
import { Secrets } from "./secrets";

export const metadata: Metadata = { title: "Credential" };

type Props = { params: Promise<Place & { credential: string }> };

/** One credential: what it may do, its secrets and their rotation, and its end. */
export default async function CredentialPage({ params }: Props) {
  const { credential: clientId, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const credential = await readCredential(caller, clientId);
  if (!credential) notFound();
  const { name, purpose, scopes, revokedAt, createdAt, lastUsedAt } = credential;
  const isAdmin = mayActAs(tenant.role, "admin");
  const mayChange = isAdmin && !revokedAt;
  const duplicate = `../credentials/new?${new URLSearchParams({ purpose, from: clientId })}`;
  return (
    <div className="space-y-10">
      <PageHead title={name} about={<Id what="client id">{clientId}</Id>}>
        {isAdmin && (
          <Link href={duplicate} className={quietButton}>
            Duplicate with other scopes
          </Link>
        )}
      </PageHead>
      {revokedAt && (
        <Notice tone="red">
          Revoked <When at={revokedAt} />. Its secrets and every token it was issued are refused.
        </Notice>
      )}
      <p className="text-sm text-neutral-600 dark:text-neutral-400">
        {purposeName(purpose)} · created <When at={createdAt} /> · last used{" "}
        <When at={lastUsedAt} />
      </p>
      {!revokedAt && <Secrets credential={credential} place={place} mayChange={mayChange} />}
      <section aria-labelledby="scopes" className="space-y-4">
        <h2 id="scopes" className="text-lg font-semibold">
          Scopes
        </h2>
        <Card>
          <ScopeList scopes={scopes as Scope[]} />
          <p className="mt-4 text-sm text-neutral-600 dark:text-neutral-400">
            Scopes can't be changed: what was reviewed is what runs. For others, duplicate it,
            deploy the copy, and revoke this one.
          </p>
        </Card>
      </section>
      {mayChange && (
        <section aria-labelledby="end" className="space-y-4">
          <h2 id="end" className="text-lg font-semibold">
            Revoke
          </h2>
          <TypedConfirmation
            word={name}
            what="Its secrets and tokens stop working at once, on every server that uses them. This can't be undone."
            action={revokeAction}
            submit="Revoke this credential"
            open="Revoke…"
            fields={{ ...place, clientId }}
          />
        </section>
      )}
    </div>
  );
}

function ScopeList({ scopes }: { scopes: Scope[] }) {
  return (
    <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {scopes.map((scope) => (
        <li key={scope} className="text-sm">
          <span className="flex flex-wrap items-center gap-2 font-mono">
            {scope} {dangerousScopes.has(scope) && <Badge tone="amber">dangerous</Badge>}
          </span>
          <span className="text-neutral-600 dark:text-neutral-400">
            {scopeMeanings[scope].allows}
          </span>
        </li>
      ))}
    </ul>
  );
}

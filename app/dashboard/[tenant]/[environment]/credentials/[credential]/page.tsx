import Link from "next/link";
import { notFound } from "next/navigation";
import { ClientSecrets } from "@/app/dashboard/_nouns/client-secrets";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Badge, Card, Notice, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Id } from "@/app/dashboard/_parts/id";
import { When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Words } from "@/app/dashboard/_words/words-of";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { readCredential } from "@/lib/core/credentials/read-credential";
import type { Scope } from "@/lib/core/credentials/scopes";
import { describedScope } from "../_parts/scope-catalogue";
import { addSecretAction, retireSecretAction, revokeAction } from "../actions";

export const generateMetadata = titled("connections", "credentials.page.title");

/** Page of one credential: its scopes, its secrets and their rotation, and its revocation. */
export default viewerPage("connections", async (request) => {
  const { caller, tenant, t, texts, place, segment: clientId } = request;
  const credential = await readCredential(caller, clientId);
  if (!credential) notFound();
  const { name, purpose, scopes, revokedAt, createdAt, lastUsedAt } = credential;
  const isAdmin = mayActAs(tenant.role, "admin");
  const mayChange = isAdmin && !revokedAt;
  const duplicate = `../credentials/new?${new URLSearchParams({ purpose, from: clientId })}`;
  return (
    <div className="space-y-10">
      <BackTo href={placePath(place, "credentials")}>{t("credentials.list.title")}</BackTo>
      <PageHead
        title={name}
        about={<Id what={t("credentials.page.clientIdSpoken")}>{clientId}</Id>}
      >
        {isAdmin && (
          <Link href={duplicate} className={quietButton}>
            {t("credentials.page.duplicate")}
          </Link>
        )}
      </PageHead>
      {revokedAt && (
        <Notice tone="red">
          {t.rich("credentials.page.revoked", { at: () => <When at={revokedAt} /> })}
        </Notice>
      )}
      <p className="text-sm text-neutral-600 dark:text-neutral-400">
        {t(`credentials.purpose.${purpose}`)} ·{" "}
        {t.rich("shared.used", {
          created: () => <When at={createdAt} />,
          used: () => <When at={lastUsedAt} />,
        })}
      </p>
      {!revokedAt && (
        <ClientSecrets
          {...{ place, t, secrets: credential.secrets, add: addSecretAction, mayAdd: mayChange }}
          texts="credentials.secrets"
          prefix="as_"
          subject={{ name: "id", value: credential.id }}
          revoke={retireSecretAction}
          mayRevoke={mayChange && credential.secrets.length > 1}
        />
      )}
      <section aria-labelledby="scopes" className="space-y-4">
        <h2 id="scopes" className="text-lg font-semibold">
          {t("credentials.list.scopes")}
        </h2>
        <Card>
          <ScopeList scopes={scopes as Scope[]} texts={texts.credentials} />
          <p className="mt-4 text-sm text-neutral-600 dark:text-neutral-400">
            {t("credentials.page.scopesNote")}
          </p>
        </Card>
      </section>
      {mayChange && (
        <section aria-labelledby="end" className="space-y-4">
          <h2 id="end" className="text-lg font-semibold">
            {t("credentials.page.revokeTitle")}
          </h2>
          <TypedConfirmation
            word={name}
            what={t("credentials.page.revokeAbout")}
            action={revokeAction}
            submit={t("credentials.page.revoke")}
            open={t("shared.revokeOpen")}
            fields={{ ...place, clientId }}
          />
        </section>
      )}
    </div>
  );
});

interface ScopeListProps {
  scopes: Scope[];
  texts: Words<"connections">["texts"]["credentials"];
}

function ScopeList({ scopes, texts }: ScopeListProps) {
  return (
    <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {scopes
        .map((scope) => describedScope(scope, texts))
        .map(({ scope, allows, danger }) => (
          <li key={scope} className="text-sm">
            <span className="flex flex-wrap items-center gap-2 font-mono">
              <span dir="ltr">{scope}</span>{" "}
              {danger !== null && <Badge tone="amber">{texts.dangerous}</Badge>}
            </span>
            <span className="text-neutral-600 dark:text-neutral-400">{allows}</span>
          </li>
        ))}
    </ul>
  );
}

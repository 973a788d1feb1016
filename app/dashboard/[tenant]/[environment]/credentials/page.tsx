import Link from "next/link";
import { Total } from "@/app/dashboard/_nouns/list-pages";
import { browseOf } from "@/app/dashboard/_nouns/place-path";
import { sortedRows, sortHead } from "@/app/dashboard/_nouns/sort-head";
import { Badge, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { ListedCredential } from "@/lib/core/credentials/credential-store";
import { listCredentials } from "@/lib/core/credentials/list-credentials";
import { listShownStreams } from "@/lib/features/shared-signals/shown-stream-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { SignalStreams } from "./_parts/signal-streams";

export const generateMetadata = titled("connections", "credentials.list.title");

/** List of the environment's machine credentials: the scopes and last use of each. */
export default viewerPage("connections", async (request) => {
  const { caller, environment, t, locale, mayChange, search, place } = request;
  const [credentials, streams] = await Promise.all([
    listCredentials(caller),
    inBatch(caller, listShownStreams),
  ]);
  const browse = browseOf(search);
  const base = `/dashboard/${place.tenant}/${place.environment}/credentials`;
  const create = mayChange && (
    <Link href={`${base}/new`} className={primaryButton}>
      {t("credentials.list.create")}
    </Link>
  );
  return (
    <>
      <PageHead
        title={t("credentials.list.title")}
        about={t("credentials.list.about", { environment: environment.name })}
      >
        {credentials.length > 0 && create}
      </PageHead>
      {credentials.length === 0 ? (
        <Empty title={t("credentials.list.emptyTitle")}>
          <p className="mb-6">
            {mayChange ? t("credentials.list.empty") : t("credentials.list.emptyForViewers")}
          </p>
          {create}
        </Empty>
      ) : (
        <>
          <Total total={credentials.length} />
          <Table
            caption={t("credentials.list.title")}
            head={[
              [t("shared.name"), "name"] as const,
              t("credentials.list.scopes"),
              [t("shared.lastUsed"), "-used"] as const,
              t("shared.status"),
            ].map((one) => sortHead(one, { path: base, browse }))}
          >
            {sortedRows(credentials, browse.sort, locale, {
              name: (one) => one.name,
              used: (one) => one.lastUsedAt,
            }).map((credential) => (
              <Row key={credential.id} credential={credential} base={base} t={t} />
            ))}
          </Table>
          {streams.length > 0 && <SignalStreams streams={streams} base={base} />}
        </>
      )}
    </>
  );
});

interface RowProps {
  credential: ListedCredential;
  base: string;
  t: Translator<"connections">;
}

function Row({ credential, base, t }: RowProps) {
  const { clientId, name, purpose, scopes, secrets, lastUsedAt, revokedAt } = credential;
  return (
    <tr>
      <td className="min-w-56 wrap-anywhere">
        <h2 className="font-semibold">
          <Link href={`${base}/${clientId}`} className="underline-offset-4 hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="mt-0.5 text-neutral-600 dark:text-neutral-400">
          {t(`credentials.purpose.${purpose}`)}
        </p>
        <p className="mt-1 font-mono text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400">
          {clientId}
          {secrets.map(({ hint }) => ` · ${hint}`)}
        </p>
      </td>
      <td className="min-w-40 wrap-anywhere">
        <bdi dir="ltr" className="font-mono text-xs">
          {scopes.slice(0, 3).join(", ")}
        </bdi>
        {scopes.length > 3 && (
          <span className="text-neutral-600 dark:text-neutral-400">
            {" "}
            {t("shared.andMore", { count: scopes.length - 3 })}
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">
        <When at={lastUsedAt} />
      </td>
      <td>
        {revokedAt ? (
          <Badge tone="red">{t("shared.revoked")}</Badge>
        ) : (
          <Badge tone="green">{t("shared.active")}</Badge>
        )}
      </td>
    </tr>
  );
}

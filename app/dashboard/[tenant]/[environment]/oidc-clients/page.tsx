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
import { readOidcClients } from "@/lib/core/oidc-clients/read-oidc-clients";

export const generateMetadata = titled("connections", "clients.list.title");

/** List of the relying parties that sign users in through the hosted pages. */
export default viewerPage("connections", async (request) => {
  const { caller, t, locale, mayChange, search, place } = request;
  const clients = await readOidcClients(caller);
  const browse = browseOf(search);
  const base = `/dashboard/${place.tenant}/${place.environment}/oidc-clients`;
  const create = mayChange && (
    <Link href={`${base}/new`} className={primaryButton}>
      {t("clients.list.create")}
    </Link>
  );
  return (
    <>
      <PageHead title={t("clients.list.title")} about={t("clients.list.about")}>
        {clients.length > 0 && create}
      </PageHead>
      {clients.length === 0 ? (
        <Empty title={t("clients.list.emptyTitle")}>
          <p className="mb-6">
            {mayChange ? t("clients.list.empty") : t("clients.list.emptyForViewers")}
          </p>
          {create}
        </Empty>
      ) : (
        <>
          <Total total={clients.length} />
          <Table
            caption={t("clients.list.title")}
            head={[
              [t("shared.name"), "name"] as const,
              t("clients.list.redirectUris"),
              [t("shared.lastUsed"), "-used"] as const,
              t("shared.status"),
            ].map((one) => sortHead(one, { path: base, browse }))}
          >
            {sortedRows(clients, browse.sort, locale, {
              name: (one) => one.name,
              used: (one) => one.lastUsedAt,
            }).map((client) => (
              <Row key={client.id} client={client} base={base} t={t} />
            ))}
          </Table>
        </>
      )}
    </>
  );
});

type Client = Awaited<ReturnType<typeof readOidcClients>>[number];

interface RowProps {
  client: Client;
  base: string;
  t: Translator<"connections">;
}

function Row({ client, base, t }: RowProps) {
  const [first, ...others] = client.redirectUris;
  return (
    <tr>
      <td className="min-w-56 wrap-anywhere">
        <h2 className="font-semibold">
          <Link href={`${base}/${client.clientId}`} className="underline-offset-4 hover:underline">
            <bdi>{client.name}</bdi>
          </Link>
        </h2>
        <p className="mt-0.5 text-neutral-600 dark:text-neutral-400">
          {t(`clients.type.${client.type}`)}
        </p>
        <p className="mt-1 font-mono text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400">
          {client.clientId}
          {client.secrets.map(({ hint }) => ` · ${hint}`)}
        </p>
      </td>
      <td className="min-w-48 wrap-anywhere">
        <bdi>{first}</bdi>
        {others.length > 0 && (
          <span className="text-neutral-600 dark:text-neutral-400">
            {" "}
            {t("shared.andMore", { count: others.length })}
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">
        <When at={client.lastUsedAt} />
      </td>
      <td>
        {client.revokedAt ? (
          <Badge tone="red">{t("shared.revoked")}</Badge>
        ) : (
          <Badge tone="green">{t("shared.active")}</Badge>
        )}
      </td>
    </tr>
  );
}

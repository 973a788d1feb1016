import Link from "next/link";
import type { ReactNode } from "react";
import { Total } from "@/app/dashboard/_nouns/list-pages";
import type { Column } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { sortedRows, sortHead } from "@/app/dashboard/_nouns/sort-head";
import { Badge, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, When } from "@/app/dashboard/_parts/text";
import type { PageRequest } from "@/app/dashboard/_request/make-page";

interface Client {
  id: string;
  clientId: string;
  name: string;
  secrets: readonly { hint: string }[];
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

interface Props<T extends Client> {
  request: PageRequest<"connections">;
  /** Folder of the list, below the environment. */
  path: string;
  texts: "credentials.list" | "clients.list";
  clients: readonly T[];
  /** Name of a client's kind. */
  kindOf: (client: T) => string;
  /** Column between the names and the last use. */
  column: Column<T>;
  /** Content below the table. */
  children?: ReactNode;
}

/** Page that lists all clients of an environment with their public ids and the hints of their secrets. */
export function ClientList<T extends Client>(props: Props<T>) {
  const { request, path, texts, clients, kindOf, column, children } = props;
  const { t, locale, environment, mayChange, search, place } = request;
  const base = placePath(place, path);
  const browse = browseOf(search);
  const head = [[t("shared.name"), "name"], column[0], [t("shared.lastUsed"), "-used"]] as const;
  const create = mayChange && (
    <Link href={`${base}/new`} className={primaryButton}>
      {t(`${texts}.create`)}
    </Link>
  );
  return (
    <>
      <PageHead
        title={t(`${texts}.title`)}
        about={t(`${texts}.about`, { environment: environment.name })}
      >
        {clients.length > 0 && create}
      </PageHead>
      {clients.length === 0 ? (
        <Empty title={t(`${texts}.emptyTitle`)}>
          <p className="mb-6">{t(`${texts}.${mayChange ? "empty" : "emptyForViewers"}`)}</p>
          {create}
        </Empty>
      ) : (
        <>
          <Total total={clients.length} />
          <Table
            caption={t(`${texts}.title`)}
            head={[...head, t("shared.status")].map((one) => sortHead(one, { path: base, browse }))}
          >
            {sortedRows(clients, browse.sort, locale, {
              name: (one) => one.name,
              used: (one) => one.lastUsedAt,
            }).map((client) => (
              <Row key={client.id} {...{ client, base, t, column }} kind={kindOf(client)} />
            ))}
          </Table>
          {children}
        </>
      )}
    </>
  );
}

interface RowProps<T> extends Pick<PageRequest<"connections">, "t"> {
  client: T;
  base: string;
  kind: string;
  column: Column<T>;
}

function Row<T extends Client>({ client, base, kind, column, t }: RowProps<T>) {
  const [, cell, className] = column;
  const { clientId, name, secrets, lastUsedAt, revokedAt } = client;
  return (
    <tr>
      <td className="min-w-56 wrap-anywhere">
        <h2 className="font-semibold">
          <Link href={`${base}/${clientId}`} className="underline-offset-4 hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="mt-0.5 text-neutral-600 dark:text-neutral-400">{kind}</p>
        <p className="mt-1 font-mono text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400">
          {clientId}
          {secrets.map(({ hint }) => ` · ${hint}`)}
        </p>
      </td>
      <td className={className}>{cell(client)}</td>
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

/** Number of further values that a cell does not show. */
export function AndMore({ count, t }: { count: number } & Pick<PageRequest<"connections">, "t">) {
  if (count <= 0) return null;
  return (
    <>
      {" "}
      <Quiet>{t("shared.andMore", { count })}</Quiet>
    </>
  );
}

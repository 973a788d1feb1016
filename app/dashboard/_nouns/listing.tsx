import Link from "next/link";
import type { ReactNode } from "react";
import { ListPages, Total } from "@/app/dashboard/_nouns/list-pages";
import { sortHead } from "@/app/dashboard/_nouns/sort-head";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { Empty, PageHead } from "@/app/dashboard/_parts/page";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Table } from "@/app/dashboard/_parts/table";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type Browse, type Page, placeIn } from "@/lib/kernel/db/keyset-page";

interface Props<T> {
  title: string;
  about: string;
  /** Address of the page itself. */
  path: string;
  browse: Browse;
  /** Further values of the address that filter the list. */
  narrowed?: Record<string, string | null>;
  page: Page<T>;
  /** Link that creates a new one; absent for readers who may not. */
  create?: { href: string; name: string };
  /** Second link, beside the one that creates a new one. */
  beside?: { href: string; name: string };
  search: { label: string; placeholder?: string; filters?: ReactNode };
  /** Text while there are none at all: their purpose. */
  empty: { title: string; text: ReactNode };
  /** Names of the columns, and the sort key of those that sort; a leading minus reverses the order. */
  head: readonly (string | readonly [name: string, sort: string])[];
  /** Sort order by default; absent for a list that has only one order. */
  order?: string;
  /** Actions on ticked rows; below the table. */
  bulk?: ReactNode;
  row: (one: T) => ReactNode;
}

/** Page that lists, searches and pages through things of one kind, fifty rows at a time. */
export async function Listing<T>(props: Props<T>) {
  const { t } = await wordsOf("frame");
  const { title, about, path, browse, narrowed = {}, page, create, search, empty } = props;
  const searched = browse.query.trim() !== "" || Object.values(narrowed).some(Boolean);
  const any = page.rows.length > 0 || searched || placeIn(browse) !== null;
  const filters = { q: browse.query, ...narrowed };
  const createLink = create && (
    <Link href={create.href} className={primaryButton}>
      {create.name}
    </Link>
  );
  return (
    <>
      <PageHead title={title} about={about}>
        <div className="flex flex-wrap gap-3">
          {props.beside && (
            <Link href={props.beside.href} className={quietButton}>
              {props.beside.name}
            </Link>
          )}
          {createLink}
        </div>
      </PageHead>
      {any && (
        <SearchForm label={search.label} query={browse.query} placeholder={search.placeholder}>
          {search.filters}
        </SearchForm>
      )}
      {page.rows.length > 0 && (
        <>
          <Total total={page.total} />
          <Table caption={title} head={props.head.map((one) => sortHead(one, props, filters))}>
            {page.rows.map(props.row)}
          </Table>
          {props.bulk}
        </>
      )}
      {page.rows.length === 0 && any && (
        <Empty title={t("parts.nothingMatches")}>
          <Link href={path} className="underline underline-offset-4">
            {t("nouns.showAll")}
          </Link>
        </Empty>
      )}
      {!any && <Empty title={empty.title}>{empty.text}</Empty>}
      <ListPages path={path} browse={browse} narrowed={narrowed} page={page} />
    </>
  );
}

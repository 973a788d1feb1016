import Link from "next/link";
import type { ReactNode } from "react";
import { ListPages, Total } from "@/app/dashboard/_nouns/list-pages";
import { sortHead } from "@/app/dashboard/_nouns/sort-head";
import { Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Table } from "@/app/dashboard/_parts/table";
import { NameCell, type NameCellProps } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type Browse, type Page, placeIn } from "@/lib/kernel/db/keyset-page";

/** Name of a column, with its sort key where the column sorts; a leading minus reverses the order. */
type Head = string | readonly [name: string, sort: string];

/** Column of a list: its head, the content of a row's cell, and the cells' class. */
export type Column<T> = readonly [head: Head, cell: (one: T) => ReactNode, className?: string];

/** Column of a list's names, each a link to the page of the row. */
export type NameColumn<T> = readonly [head: Head, cell: (one: T) => Omit<NameCellProps, "href">];

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
  /** Sort order by default; absent for a list that has only one order. */
  order?: string;
  /** Column of boxes to tick, before the names. */
  tick?: Column<T>;
  name: NameColumn<T>;
  columns: readonly Column<T>[];
  /** Actions on ticked rows; below the table. */
  bulk?: ReactNode;
}

/** Page that lists, searches and pages through things of one kind, fifty rows at a time. */
export async function Listing<T extends { id: string }>(props: Props<T>) {
  const { t } = await wordsOf("frame");
  const { title, about, path, browse, narrowed = {}, page, create, search, empty } = props;
  const searched = browse.query.trim() !== "" || Object.values(narrowed).some(Boolean);
  const any = page.rows.length > 0 || searched || placeIn(browse) !== null;
  return (
    <>
      <PageHead title={title} about={about}>
        <div className="flex flex-wrap gap-3">
          {props.beside && (
            <Link href={props.beside.href} className={quietButton}>
              {props.beside.name}
            </Link>
          )}
          {create && (
            <Link href={create.href} className={primaryButton}>
              {create.name}
            </Link>
          )}
        </div>
      </PageHead>
      {any && (
        <SearchForm label={search.label} query={browse.query} placeholder={search.placeholder}>
          {search.filters}
        </SearchForm>
      )}
      {page.rows.length > 0 && <Rows {...props} filters={{ q: browse.query, ...narrowed }} />}
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

function Rows<T extends { id: string }>(
  props: Props<T> & { filters: Record<string, string | null> },
) {
  const { title, path, page, tick, name, columns, bulk, filters } = props;
  const heads = [...(tick ? [tick] : []), name, ...columns].map(([head]) => head);
  return (
    <>
      <Total total={page.total} />
      <Table caption={title} head={heads.map((head) => sortHead(head, props, filters))}>
        {page.rows.map((one) => (
          <tr key={one.id}>
            {tick && <td>{tick[1](one)}</td>}
            <NameCell href={`${path}/${one.id}`} {...name[1](one)} />
            {columns.map(([head, cell, className]) => (
              <td key={String(head)} className={className}>
                {cell(one)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {bulk}
    </>
  );
}

import Link from "next/link";
import type { ReactNode } from "react";
import { withValues } from "@/app/dashboard/_nouns/place-path";
import { More } from "@/app/dashboard/_parts/more";
import { Empty, PageHead, primaryButton } from "@/app/dashboard/_parts/parts";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Table } from "@/app/dashboard/_parts/table";
import type { Browse, Page } from "@/lib/browse";

interface Props<T> {
  title: string;
  about: string;
  /** The page's own address. */
  path: string;
  browse: Browse;
  /** Further values of the address that narrow the list. */
  narrowed?: Record<string, string | null>;
  page: Page<T>;
  /** What leads to a new one; left out for who may not make any. */
  create?: { href: string; name: string };
  search: { label: string; placeholder?: string; filters?: ReactNode };
  /** What is said while there are none at all: what they are for. */
  empty: { title: string; text: ReactNode };
  head: readonly string[];
  row: (one: T) => ReactNode;
}

/** A page that lists, searches and leafs through one noun, fifty rows at a time. */
export function Listing<T>(props: Props<T>) {
  const { title, about, path, browse, narrowed = {}, page, create, search, empty } = props;
  const searched = browse.query.trim() !== "" || Object.values(narrowed).some(Boolean);
  const any = page.rows.length > 0 || searched || browse.after !== null;
  const createLink = create && (
    <Link href={create.href} className={primaryButton}>
      {create.name}
    </Link>
  );
  return (
    <>
      <PageHead title={title} about={about}>
        {createLink}
      </PageHead>
      {any && (
        <SearchForm label={search.label} query={browse.query} placeholder={search.placeholder}>
          {search.filters}
        </SearchForm>
      )}
      {page.rows.length > 0 && (
        <Table caption={title} head={props.head}>
          {page.rows.map(props.row)}
        </Table>
      )}
      {page.rows.length === 0 && any && (
        <Empty title="Nothing matches">
          <Link href={path} className="underline underline-offset-4">
            Show all
          </Link>
        </Empty>
      )}
      {!any && <Empty title={empty.title}>{empty.text}</Empty>}
      {page.next && (
        <More href={withValues(path, { q: browse.query, ...narrowed, after: page.next })} />
      )}
    </>
  );
}

import type { ReactNode } from "react";
import { type Column, Listing, type NameColumn } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath, type Search, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { type PageRequest, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Area } from "@/app/dashboard/_words/catalogs";
import { type LaterKey, textsOf, translateDeferred } from "@/app/dashboard/_words/later";
import type { Caller } from "@/lib/kernel/caller";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";

type ListText =
  | "title"
  | "about"
  | "create"
  | "search"
  | "searchHint"
  | "emptyTitle"
  | "empty"
  | "emptyForViewers";

/** Namespace of a list's texts; one that lacks a text of every list does not compile. */
type ListTexts<A extends Area, N extends string> =
  `${N}.${ListText}` extends LaterKey<A> ? N : never;

type Narrowed = Record<string, string | null>;

/** Request for a list: the rows to show, and what filters them. */
interface ListRequest<A extends Area, P, F> extends PageRequest<A> {
  /** Address of the list. */
  path: string;
  browse: Browse;
  narrowed: F;
  page: P;
}

/** Content of a list that depends on the reader. */
interface Shown<T> {
  beside?: { href: string; name: string };
  tick?: Column<T>;
  name: NameColumn<T>;
  columns: readonly Column<T>[];
  bulk?: ReactNode;
  /** Content above and below the list. */
  before?: ReactNode;
  after?: ReactNode;
}

interface ListDeclaration<A extends Area, N extends string, T, More, F extends Narrowed> {
  area: A;
  texts: N & ListTexts<A, N>;
  /** Folder of the list, below the environment. */
  path: string;
  /** Folder of the form that creates a new one; `new` below the list by default. */
  createPath?: string;
  /** Returns further filters of the list from its address. */
  narrow?: (search: Search) => F;
  filters?: (narrowed: F) => ReactNode;
  read: (caller: Caller, browse: Browse & F) => Promise<Page<T> & More>;
  /** Sort order by default; absent for a list that has only one order. */
  order?: string;
  show: (request: ListRequest<A, NoInfer<Page<T> & More>, NoInfer<F>>) => Shown<NoInfer<T>>;
}

/** Makes the page that lists the things of one kind. */
export function listPage<
  A extends Area,
  const N extends string,
  T extends { id: string },
  More,
  F extends Narrowed = Record<never, never>,
>(list: ListDeclaration<A, N, T, More, F>) {
  return viewerPage(list.area, async (request) => {
    const { caller, locale, mayChange, search, place } = request;
    const narrowed = list.narrow?.(search) ?? ({} as F);
    const browse = browseOf(search);
    const page = await list.read(caller, { ...browse, ...narrowed });
    const path = placePath(place, list.path);
    const named = textsOf({ area: list.area, texts: `${list.texts}.` });
    const text = (name: ListText) => translateDeferred(named(name), locale);
    const address = { path, browse, narrowed };
    const { before, after, ...shown } = list.show({ ...request, ...address, page });
    const create = placePath(place, list.createPath ?? `${list.path}/new`);
    return (
      <>
        {before}
        <Listing
          title={text("title")}
          about={text("about")}
          create={mayChange ? { href: create, name: text("create") } : undefined}
          search={{
            label: text("search"),
            placeholder: text("searchHint"),
            filters: list.filters?.(narrowed),
          }}
          empty={{
            title: text("emptyTitle"),
            text: text(mayChange ? "empty" : "emptyForViewers"),
          }}
          order={list.order}
          page={page}
          {...address}
          {...shown}
        />
        {after}
      </>
    );
  });
}

/** Filter of a list by status (`?status=`).
 *  @param statuses the choices; any other value filters nothing */
export function byStatus<S extends string>(...statuses: readonly S[]) {
  return {
    narrow: (search: Search) => {
      const requested = textOf(search, "status");
      return { status: statuses.find((one) => one === requested) ?? null };
    },
    filters: ({ status }: { status: S | null }) => (
      <StatusFilter status={status} statuses={statuses} />
    ),
  };
}

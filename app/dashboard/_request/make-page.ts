import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { PageProps, Search } from "@/app/dashboard/_nouns/place-path";
import type { Area } from "@/app/dashboard/_words/catalogs";
import { type LaterKey, later, translateDeferred } from "@/app/dashboard/_words/later";
import { readerOf } from "@/app/dashboard/_words/reader";
import { type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { type AdministratorRole, mayActAs } from "@/lib/core/administrators/administrator";

type Authorised = Awaited<ReturnType<typeof administratorIn>>;

/** Request for a page of an environment: the administrator, the place, the address, and the texts. */
export interface PageRequest<A extends Area> extends Authorised, Words<A> {
  words: Words<A>;
  place: Place;
  /** Value of the page's own folder in brackets; empty without one. */
  segment: string;
  search: Search;
  /** Whether the administrator may change things here: forms show to those who may send them. */
  mayChange: boolean;
}

type Render<Request> = (request: Request) => ReactNode | Promise<ReactNode>;

/** Makes the function that gives a page its title, in the reader's language. */
export function titled<A extends Area>(area: A, key: LaterKey<A>): () => Promise<Metadata> {
  const title = later(area, key);
  return async () => ({ title: translateDeferred(title, (await readerOf()).locale) });
}

/** Makes a page of an environment: authorises the administrator before it reads anything.
 *  @param area whose texts the page shows */
function pageFor(needed: AdministratorRole) {
  return <A extends Area>(area: A, render: Render<PageRequest<A>>) =>
    async function EnvironmentPage({ params, searchParams }: PageProps): Promise<ReactNode> {
      const { tenant, environment, ...segments } = await params;
      const place = { tenant, environment };
      const authorised = await administratorIn(place, needed);
      const words = await wordsOf(area);
      const mayChange = mayActAs(authorised.tenant.role, "admin");
      const [segment = ""] = Object.values<string>(segments);
      const search = await searchParams;
      return render({ ...words, ...authorised, words, place, segment, search, mayChange });
    };
}

/** Makes a page that every administrator of the environment may open. */
export const viewerPage = pageFor("viewer");

/** Makes a page of a form that only admins may send. */
export const adminPage = pageFor("admin");

interface OperatorRequest extends Words<"operator"> {
  /** Value of the page's own folder in brackets; empty without one. */
  segment: string;
  search: Search;
}

interface OperatorProps {
  params: Promise<{ id?: string }>;
  searchParams: Promise<Search>;
}

/** Makes a page that only operators may open. */
export function operatorPage(render: Render<OperatorRequest>) {
  return async function OperatorPage({ params, searchParams }: OperatorProps): Promise<ReactNode> {
    await signedInOperator();
    const { id: segment = "" } = await params;
    return render({ ...(await wordsOf("operator")), segment, search: await searchParams });
  };
}

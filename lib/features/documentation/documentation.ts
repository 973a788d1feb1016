import type { Ids } from "@/lib/core/contract/own-ids";
import { openApiDocument } from "@/lib/core/http/openapi";
import { operationsOf } from "@/lib/core/http/operation";
import type { Description } from "@/lib/core/http/published-description";
import { adjacentPages, sectionOf, sections } from "@/lib/features/documentation/contents";
import {
  type DocumentPage,
  documentPage,
  everyPage,
  llmsText,
  referencePages,
} from "@/lib/features/documentation/document";
import { errorPages, errorText } from "@/lib/features/documentation/error-pages";
import { demoIds, fillPlaceholders, valuesOf } from "@/lib/features/documentation/fill-in";
import { searchResultsPage } from "@/lib/features/documentation/found-page";
import { type PageFrame, renderPage } from "@/lib/features/documentation/frame";
import { pageAddress } from "@/lib/features/documentation/markdown";
import { type DocumentType, type PackedPage, pack } from "@/lib/features/documentation/packed-page";
import { pageFiles, pathOfFile } from "@/lib/features/documentation/page-files";
import { collectionOf } from "@/lib/features/documentation/postman-collection";
import { groupsOf } from "@/lib/features/documentation/reference/groups";
import { type Place, placesOf, search } from "@/lib/features/documentation/search-index";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";
import { singleton } from "@/lib/kernel/process/singleton";

type Routes = Parameters<typeof operationsOf>[0];

/** Content of a path of the documentation, before its placeholders are filled. */
interface Document {
  text: string;
  type: DocumentType;
  /** Ids of the demo that fit the page. */
  ofDemo: Ids;
  /** Values for placeholders that the page itself defines. */
  values?: Readonly<Record<string, string>>;
}

const packed = singleton("documentation", () => new Map<string, Promise<PackedPage>>());

/** Returns a document, rendered and compressed on its first request and cached for the process.
 *  @param path below /docs: of a page, of a page with `.md`, or of the collection
 *  @throws ServiceError `missing` if there is none */
export async function packedDocument(routes: Routes, path: string): Promise<PackedPage> {
  // The path of a file matches in any case, and is cached once.
  const key = path.endsWith(".md") ? path.toLowerCase() : path;
  const known = packed.get(key);
  if (known) return known;
  const { text, type, ofDemo, values = {} } = documentAt(routes, key);
  const made = pack(fillPlaceholders(text, ofDemo, values), type);
  packed.set(key, made);
  return made;
}

/** Like `packedDocument`, with the reader's own ids. Never cached. */
export function documentFor(
  routes: Routes,
  path: string,
  ids: Ids,
): Pick<Document, "text" | "type"> {
  const { text, type, values = {} } = documentAt(routes, path);
  return { text: fillPlaceholders(text, ids, values), type };
}

/** New address of a page of the reference that has moved; null for any other path. Before 0.2.0 the groups
 *  were directly below /docs. */
export function movedTo(routes: Routes, path: string): string | null {
  const isGroup = groupsOf(descriptionOf(routes)).some(({ slug }) => slug === path);
  return isGroup && !pageFiles().has(path) ? `/docs/reference/${path}` : null;
}

/** Renders the results of a search as a page. */
export function searchPage(routes: Routes, query: string): string {
  const description = descriptionOf(routes);
  const found = search(placesIn(description), query);
  return renderPage({
    ...navigation(description, null),
    title: query ? `Search: ${query}` : "Search",
    path: null,
    content: searchResultsPage(query, found),
    headings: [],
    query,
  });
}

/** The compressed index for language models. */
export function packedIndex(routes: Routes): Promise<PackedPage> {
  const key = "llms.txt";
  const known = packed.get(key);
  if (known) return known;
  const description = descriptionOf(routes);
  const made = pack(
    llmsText(allSections(description), everyPage(description), config().baseUrl),
    "text/plain",
  );
  packed.set(key, made);
  return made;
}

function descriptionOf(routes: Routes): Description {
  // The generated document of our own declarations has this shape.
  return openApiDocument(operationsOf(routes)) as unknown as Description;
}

function documentAt(routes: Routes, path: string): Document {
  const description = descriptionOf(routes);
  if (path === "collection.json")
    return {
      text: `${JSON.stringify(collectionOf(description), null, 2)}\n`,
      type: "application/json",
      ofDemo: demoIds(),
    };
  const asMarkdown = path.endsWith(".md");
  const page = documentPage(
    description,
    asMarkdown ? pathOfFile(path.slice(0, -".md".length)) : path,
  );
  if (!page) throw new ServiceError("missing", { detail: "The documentation has no such page." });
  const own = { values: valuesOf(page.markdown), ofDemo: demoIds(page.markdown) };
  if (asMarkdown) return { text: page.markdown, type: "text/markdown", ...own };
  return { text: htmlOf(page, description), type: "text/html", ...own };
}

function htmlOf(page: DocumentPage, description: Description): string {
  const titles = everyPage(description);
  const { before, after } = adjacentPages(page.path, allSections(description));
  const entry = (path: string | undefined) =>
    path === undefined ? undefined : { path, title: titles.get(path) ?? path };
  return renderPage({
    ...navigation(description, page.path),
    ...page,
    before: entry(before),
    after: entry(after),
  });
}

function allSections(description: Description) {
  return sections(new Set(referencePages(description).keys()));
}

/** Navigation of a page: all sections, and the pages of its own section. */
function navigation(
  description: Description,
  path: string | null,
): Pick<PageFrame, "sections" | "entries"> {
  const titles = everyPage(description);
  const all = allSections(description);
  const current = path === null ? undefined : sectionOf(path, all);
  const groups = path?.startsWith("reference")
    ? [...referencePages(description).keys()].slice(1)
    : [];
  const listed = (current?.pages ?? []).flatMap((one) =>
    one === "reference" ? [one, ...groups] : [one],
  );
  return {
    sections: all.map((section) => ({
      title: section.title,
      first: section.pages[0] ?? "index",
      isCurrent: section === current,
    })),
    entries: listed.map((one) => ({ path: one, title: titles.get(one) ?? one })),
  };
}

/** Every place that a search can find: headings of pages, and operations. */
function placesIn(description: Description): readonly Place[] {
  return singleton("documentation-places", () => [
    ...[...pageFiles().values()].flatMap(({ path, title, text }) =>
      placesOf(text, title, pageAddress(path)),
    ),
    ...[...errorPages].flatMap(([path, entry]) =>
      placesOf(errorText(entry), entry.code, pageAddress(path)),
    ),
    ...groupsOf(description).flatMap(({ slug, name, operations }) =>
      operations.map(({ operationId, summary, method, path, description: text = "" }) => ({
        address: `/docs/reference/${slug}#${operationId}`,
        page: name,
        heading: summary,
        text: `${method} ${path} ${operationId} ${text}`,
      })),
    ),
  ]);
}

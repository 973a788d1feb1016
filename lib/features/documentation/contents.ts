import { pageFiles } from "@/lib/features/documentation/page-files";

/** A section of the documentation, with its pages in reading order. */
export interface Section {
  title: string;
  /** Paths of pages. */
  pages: readonly string[];
}

/** A link of the navigation. */
export interface Entry {
  path: string;
  title: string;
}

/** Order of the sections. A path that ends in a star stands for all pages below it that are listed nowhere
 *  else. A page that no section lists goes to the last one, so that every file under docs can be found. */
const order: readonly { title: string; pages: readonly string[] }[] = [
  { title: "Start", pages: ["index", "concepts", "quickstarts", "quickstarts/*", "packages/*"] },
  {
    title: "Guides",
    pages: [
      ...[
        "guides/verify-a-token",
        "guides/ask-from-a-gateway",
        "guides/roles-in-an-app",
        "guides/invitations",
        "testing",
      ],
      "guides/follow-the-trail",
      "guides/shared-signals",
      "guides/prove-the-trail",
      ...[
        "guides/migrate",
        "configuration",
        "guides/go-live",
        "guides/several-regions",
        "guides/*",
      ],
    ],
  },
  {
    title: "Reference",
    pages: ["reference", "api", "protocol", "errors", "glossary", "divergences", "conformance"],
  },
  {
    title: "Operation",
    pages: [
      ...[
        "deploying",
        "operations",
        "observability",
        "backups",
        "archives",
        "upgrading",
        "scaling",
      ],
      ...["performance", "threat-model"],
    ],
  },
  { title: "Project", pages: ["changelog", "architecture", "packages", "decisions/*"] },
];

/** Returns the sections with their existing pages.
 *  @param made paths of generated pages, which have no file */
export function sections(made: ReadonlySet<string>): Section[] {
  const files = [...pageFiles().keys()];
  const there = new Set([...files, ...made]);
  const named = new Set(order.flatMap(({ pages }) => pages));
  const found = order.map(({ title, pages }) => ({
    title,
    pages: pages.flatMap((page) => {
      if (!page.endsWith("/*")) return there.has(page) ? [page] : [];
      const folder = page.slice(0, -1);
      return files.filter((path) => path.startsWith(folder) && !named.has(path));
    }),
  }));
  const placed = new Set(found.flatMap(({ pages }) => pages));
  const rest = files.filter((path) => !placed.has(path));
  return rest.length > 0 ? [...found, { title: "More", pages: rest }] : found;
}

/** Section of a page; for a page that is not listed, the section of its parent. */
export function sectionOf(path: string, all: readonly Section[]): Section | undefined {
  const parent = path.split("/")[0] ?? path;
  return (
    all.find(({ pages }) => pages.includes(path)) ?? all.find(({ pages }) => pages.includes(parent))
  );
}

/** Previous and next page of a page, across all sections. */
export function adjacentPages(
  path: string,
  all: readonly Section[],
): { before: string | undefined; after: string | undefined } {
  const flat = all.flatMap(({ pages }) => pages);
  const at = flat.indexOf(path);
  if (at < 0) return { before: undefined, after: undefined };
  return { before: flat[at - 1], after: flat[at + 1] };
}

import type { Description } from "@/lib/core/http/published-description";
import { ERROR_LINKS, errorMarkdown, errorPages } from "@/lib/features/documentation/error-pages";
import { type Heading, pageAddress, renderMarkdown } from "@/lib/features/documentation/markdown";
import { markdownOfHtml } from "@/lib/features/documentation/markdown-of-html";
import { pageFiles } from "@/lib/features/documentation/page-files";
import { groupPage } from "@/lib/features/documentation/reference/group-page";
import { type Group, groupsOf } from "@/lib/features/documentation/reference/groups";
import type { Html } from "@/lib/features/documentation/reference/html";
import { overviewPage } from "@/lib/features/documentation/reference/overview-page";

/** A page of the documentation: of a file, of an error, or of the API's description. */
export interface DocumentPage {
  path: string;
  title: string;
  content: Html;
  headings: readonly Heading[];
  markdown: string;
}

/** Paths of all pages with their titles, files first. */
export function everyPage(description: Description): ReadonlyMap<string, string> {
  const files = [...pageFiles().values()].map(({ path, title }) => [path, title] as const);
  const errors = [...errorPages].map(([path, { code }]) => [path, code] as const);
  return new Map([...files, ...errors, ...referencePages(description)]);
}

/** Paths of the reference's pages, with their titles. */
export function referencePages(description: Description): ReadonlyMap<string, string> {
  const groups = groupsOf(description).map(
    ({ slug, name }) => [`reference/${slug}`, name] as const,
  );
  return new Map([["reference", "API reference"], ...groups]);
}

/** Returns the page at a path; null if there is none. */
export function documentPage(description: Description, path: string): DocumentPage | null {
  const written = pageFiles().get(path);
  if (written) return fromMarkdown(path, written.title, written.text, written.file);
  const error = errorPages.get(path);
  if (error) return fromMarkdown(path, error.code, errorMarkdown(error, description), ERROR_LINKS);
  const group = groupsOf(description).find(({ slug }) => path === `reference/${slug}`);
  if (group) return fromDescription(path, group.name, groupPage(description, group), group);
  if (path === "reference")
    return fromDescription(path, "API reference", overviewPage(description));
  return null;
}

function fromMarkdown(path: string, title: string, markdown: string, file: string): DocumentPage {
  return { path, title, markdown, ...renderMarkdown(markdown, file) };
}

function fromDescription(path: string, title: string, content: Html, group?: Group): DocumentPage {
  const headings = (group?.operations ?? []).map(({ operationId, summary }) => ({
    depth: 2,
    id: operationId,
    text: summary,
  }));
  return { path, title, content, headings, markdown: markdownOfHtml(content) };
}

/** The index of all pages for a language model (https://llmstxt.org). */
export function llmsText(
  sections: readonly { title: string; pages: readonly string[] }[],
  titles: ReadonlyMap<string, string>,
  baseUrl: string,
): string {
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map(
      (path) => `- [${titles.get(path) ?? path}](${baseUrl}/docs/${path}.md)\n`,
    );
    return `\n## ${title}\n\n${lines.join("")}`;
  });
  return `# Atrium

> A multi-tenant authentication and management service that runs in your own place: users, organizations, roles, packages and
> entitlements by API; sign-in by API or by hosted pages; OAuth 2.0 and OpenID Connect.

Every page below is Markdown; without \`.md\` it is HTML. The OpenAPI description is ${baseUrl}/api/v1/openapi.json, a Postman
collection is ${baseUrl}/docs/collection.json. An error's \`code\` has a page at ${baseUrl}${pageAddress("errors")}/CODE.
${lists.join("")}`;
}

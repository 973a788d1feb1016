import { existsSync, globSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** A page or route of the dashboard, by its file: `/dashboard/[tenant]/[environment]/users`. */
export type Template = string;

/** Pages for every signed-in user, or for signed-out visitors. */
const OPEN = new Set([
  "/dashboard",
  "/dashboard/language",
  "/dashboard/sign-in",
  "/dashboard/sign-in/start",
  "/dashboard/sign-out",
]);

/** Returns everything under `app/dashboard` that answers a request, except the sign-in. New files are found
 *  without a change here. */
export function guardedTemplates(): Template[] {
  return globSync("app/dashboard/**/{page.tsx,route.ts,route.tsx}")
    .map((file) => `/${file.replace(/^app\//, "").replace(/\/(page|route)\.tsx?$/, "")}`)
    .filter((template) => !OPEN.has(template) && !template.includes("/_"))
    .sort();
}

/** A server action of the dashboard, with a page that uses it. */
export interface Action {
  id: string;
  name: string;
  template: Template;
}

interface Manifest {
  node: Record<
    string,
    { workers: Record<string, unknown>; filename?: string; exportedName?: string }
  >;
}

/** Every administrator may see their own invitations and profile. */
const OWN = /^app\/dashboard\/(invitations|profile)\//;

/** Every server action that the build knows under `app/dashboard`. */
export function guardedActions(): Action[] {
  const file = ".next/server/server-reference-manifest.json";
  if (!existsSync(file)) throw new Error("The service was not built here");
  const { node } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  return Object.entries(node).flatMap(([id, { workers, filename = "", exportedName = "" }]) => {
    const page = Object.keys(workers).find((worker) => worker.startsWith("app/dashboard/"));
    if (!filename.startsWith("app/dashboard/") || OWN.test(filename) || !page) return [];
    const template = `/${page.replace(/^app\//, "").replace(/\/page$/, "")}`;
    return [{ id, name: `${filename}#${exportedName}`, template }];
  });
}

/** Number of states in which a page is searched for links. */
const STATES = 8;

/** Follows every link, frame and form from `starts` and returns one real address of each template that it
 *  found. */
export async function crawl(page: Page, starts: string[]): Promise<Map<Template, string>> {
  // A literal segment takes precedence over a bracketed one, as in Next.
  const templates = guardedTemplates()
    .sort((one, other) => one.split("[").length - other.split("[").length)
    .map((template) => ({ template, shape: shapeOf(template) }));
  const reached = new Map<Template, string>();
  const waiting = [...starts];
  const seen = new Set<string>();
  const looked = new Map<Template, number>();
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const [pathname = ""] = path.split("?");
    const known = templates.find(({ shape }) => shape.test(pathname));
    if (!known || seen.has(path)) continue;
    // Only a few states of a page are followed: presets, filters and bars of a chart are many, and lead to no
    // other page.
    const states = looked.get(known.template) ?? 0;
    if (reached.has(known.template) && (!path.includes("?") || states >= STATES)) continue;
    seen.add(path);
    looked.set(known.template, states + 1);
    const response = await page.request.get(path, { maxRedirects: 0 });
    if (response.status() !== 200) continue;
    if (!reached.has(known.template)) reached.set(known.template, path);
    if (!response.headers()["content-type"]?.startsWith("text/html")) continue;
    for (const [, href = ""] of (await response.text()).matchAll(
      / (?:href|src|action)="([^"#]+)"/g,
    )) {
      const url = new URL(href.replaceAll("&amp;", "&"), new URL(path, "http://journey"));
      // Sorting the same rows opens no other page.
      if (url.searchParams.has("sort")) continue;
      if (url.host === "journey" && seen.size < 300) waiting.push(url.pathname + url.search);
    }
  }
  return reached;
}

function shapeOf(template: Template): RegExp {
  return new RegExp(`^${template.replace(/\[[^\]]+\]/g, "[^/]+")}$`);
}

/** Fills a template with segments of unknown things, where no real address is known. */
export function anyAddress(template: Template, tenant: string): string {
  return template
    .replace("[tenant]", tenant)
    .replace("[environment]", "production")
    .replace(/\[[^\]]+\]/g, "01900000-0000-7000-8000-000000000000");
}

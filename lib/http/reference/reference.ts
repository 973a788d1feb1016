import { ServiceError } from "@/lib/errors";
import { openApiDocument } from "@/lib/http/openapi";
import { operationsOf } from "@/lib/http/operation";
import { type Description, groupsOf } from "@/lib/http/reference/description";
import { groupPage } from "@/lib/http/reference/group-page";
import { overviewPage } from "@/lib/http/reference/overview-page";
import { type PackedPage, pack } from "@/lib/http/reference/packed-page";
import { singleton } from "@/lib/process/singleton";

type Routes = Parameters<typeof operationsOf>[0];

const pages = singleton("reference-pages", () => new Map<string, Promise<PackedPage>>());

/** A page of the reference, made of the description when it is first asked for.
 *  @param slug of a group; null for the first page
 *  @throws ServiceError `missing` when there is no such group */
export async function referenceOf(routes: Routes, slug: string | null): Promise<PackedPage> {
  const key = slug ?? "";
  const known = pages.get(key);
  if (known) return known;
  // What the generator makes of our own declarations has this shape.
  const description = openApiDocument(operationsOf(routes)) as unknown as Description;
  const group = groupsOf(description).find((one) => one.slug === slug);
  if (slug !== null && !group)
    throw new ServiceError("missing", { detail: "The reference has no such page." });
  const made = pack(group ? groupPage(description, group) : overviewPage(description));
  pages.set(key, made);
  return made;
}

import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import type { Place } from "@/app/dashboard/administrator";
import { findAuditEvent } from "@/lib/audit/audit-reading-store";
import type { TenantScope } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { isId } from "@/lib/ids";
import {
  type FoundOrganization,
  searchOrganizations,
} from "@/lib/organizations/organization-search-store";
import {
  findThing,
  searchThings,
  THINGS_OF_A_KIND,
} from "@/lib/platform/administrators/thing-search-store";
import { type FoundUser, searchUsers } from "@/lib/users/user-search-store";
import { pagesNamed } from "./pages-named";
import { pathOf, thingGroups } from "./things";

const browsing = (query: string) => ({ query, after: null, status: null });

/** Everything of an environment that goes by what was typed: pages, users, organizations and what has a name. */
export async function find(scope: TenantScope, place: Place, typed: string): Promise<FoundGroup[]> {
  const query = typed.trim();
  if (query === "") return [];
  const exact = await findById(scope, place, query);
  if (exact) return [{ name: "With this id", items: [exact] }];
  const [users, organizations, things] = await inTransaction(scope, (db) =>
    Promise.all([
      searchUsers(db, browsing(query)),
      searchOrganizations(db, browsing(query)),
      searchThings(db, query),
    ]),
  );
  const groups: FoundGroup[] = [
    { name: "Pages", items: pagesNamed(place, query) },
    userGroup(place, query, users.rows),
    organizationGroup(place, query, organizations.rows),
    ...thingGroups(place, things),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The users or the organizations alone, for a field that takes one of them. */
export async function findToPick(
  scope: TenantScope,
  place: Place,
  { of, query }: { of: "users" | "organizations"; query: string },
): Promise<FoundGroup[]> {
  return inTransaction(scope, async (db) =>
    of === "users"
      ? [userGroup(place, query, (await searchUsers(db, browsing(query))).rows)]
      : [organizationGroup(place, query, (await searchOrganizations(db, browsing(query))).rows)],
  );
}

function userGroup(place: Place, query: string, users: readonly FoundUser[]): FoundGroup {
  const items = users.slice(0, THINGS_OF_A_KIND).map(({ id, email, displayName }) => ({
    href: placePath(place, `users/${id}`),
    name: displayName ?? email,
    ...(displayName ? { detail: email } : {}),
    value: email,
  }));
  return { name: "Users", items, ...moreOf(place, "users", query, users) };
}

function organizationGroup(
  place: Place,
  query: string,
  organizations: readonly FoundOrganization[],
): FoundGroup {
  const items = organizations.slice(0, THINGS_OF_A_KIND).map(({ id, name, slug }) => ({
    href: placePath(place, `organizations/${id}`),
    name,
    detail: slug,
    value: slug,
  }));
  return { name: "Organizations", items, ...moreOf(place, "organizations", query, organizations) };
}

function moreOf(place: Place, path: string, query: string, found: readonly unknown[]) {
  if (found.length <= THINGS_OF_A_KIND) return {};
  return { more: withValues(placePath(place, path), { q: query }) };
}

/** What has this very id, and null for what is no id or nobody's here. */
export async function findById(scope: TenantScope, place: Place, typed: string) {
  const id = typed.trim().toLowerCase();
  if (!isId(id)) return null;
  return inTransaction(scope, async (db) => {
    const [thing, event] = await Promise.all([findThing(db, id), findAuditEvent(db, id)]);
    if (thing) {
      const { name, detail } = thing;
      return { href: placePath(place, pathOf(thing)), name, ...(detail ? { detail } : {}) };
    }
    return event && { href: placePath(place, `audit/${id}`), name: event.kind, detail: "Event" };
  });
}

import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import type { MenuNames } from "@/app/dashboard/_parts/menu";
import { catalogs } from "@/app/dashboard/_words/catalogs";
import type { Place } from "@/app/dashboard/administrator";
import type { Locale } from "@/i18n/locales";
import {
  findThing,
  searchThings,
  THINGS_OF_A_KIND,
} from "@/lib/core/administrators/thing-search-store";
import { findAuditEvent } from "@/lib/core/audit/audit-reading-store";
import {
  type FoundOrganization,
  searchOrganizations,
} from "@/lib/core/organizations/organization-search-store";
import { type FoundUser, searchUsers } from "@/lib/core/users/user-search-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";
import { isId } from "@/lib/kernel/ids";
import { pagesNamed } from "./pages-named";
import { pathOf, thingGroups } from "./things";

const browsing = (query: string) => ({ query, after: null, status: null });

/** Finds everything of an environment that matches a typed text: pages, users, organizations and other named
 *  things. */
export async function find(
  scope: TenantScope,
  place: Place,
  typed: string,
  locale: Locale,
): Promise<FoundGroup[]> {
  const { frame, overview } = catalogs[locale];
  const query = typed.trim();
  if (query === "") return [];
  const exact = await findById(scope, place, query, locale);
  if (exact) return [{ name: overview.search.byId, items: [exact] }];
  const [users, organizations, things] = await inLateRead(scope, (db) =>
    Promise.all([
      searchUsers(db, browsing(query)),
      searchOrganizations(db, browsing(query)),
      searchThings(db, query),
    ]),
  );
  const groups: FoundGroup[] = [
    { name: overview.search.pages, items: pagesNamed(place, query, locale) },
    userGroup(place, query, users.rows, frame.menu),
    organizationGroup(place, query, organizations.rows, frame.menu),
    ...thingGroups(place, things, frame.menu),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Finds users or organizations alone, for a field that takes one of them. */
export async function findToPick(
  scope: TenantScope,
  place: Place,
  { of, query }: { of: "users" | "organizations"; query: string },
  locale: Locale,
): Promise<FoundGroup[]> {
  const names = catalogs[locale].frame.menu;
  return inLateRead(scope, async (db) =>
    of === "users"
      ? [userGroup(place, query, (await searchUsers(db, browsing(query))).rows, names)]
      : [
          organizationGroup(
            place,
            query,
            (await searchOrganizations(db, browsing(query))).rows,
            names,
          ),
        ],
  );
}

function userGroup(
  place: Place,
  query: string,
  users: readonly FoundUser[],
  names: MenuNames,
): FoundGroup {
  const items = users.slice(0, THINGS_OF_A_KIND).map(({ id, email, displayName }) => ({
    href: placePath(place, `users/${id}`),
    name: displayName ?? email,
    ...(displayName ? { detail: email } : {}),
    value: email,
  }));
  return { name: names.users, items, ...moreOf(place, "users", query, users) };
}

function organizationGroup(
  place: Place,
  query: string,
  organizations: readonly FoundOrganization[],
  names: MenuNames,
): FoundGroup {
  const items = organizations.slice(0, THINGS_OF_A_KIND).map(({ id, name, slug }) => ({
    href: placePath(place, `organizations/${id}`),
    name,
    detail: slug,
    value: slug,
  }));
  return {
    name: names.organizations,
    items,
    ...moreOf(place, "organizations", query, organizations),
  };
}

function moreOf(place: Place, path: string, query: string, found: readonly unknown[]) {
  if (found.length <= THINGS_OF_A_KIND) return {};
  return { more: withValues(placePath(place, path), { q: query }) };
}

/** Finds the thing with exactly this id; null for a text that is no id, or an id that is not of this
 *  environment. */
export async function findById(scope: TenantScope, place: Place, typed: string, locale: Locale) {
  const { event: eventName, session } = catalogs[locale].overview.search;
  const id = typed.trim().toLowerCase();
  if (!isId(id)) return null;
  return inLateRead(scope, async (db) => {
    const [thing, event] = await Promise.all([findThing(db, id), findAuditEvent(db, id)]);
    if (thing) {
      const { name } = thing;
      const detail = thing.kind === "sessions" ? session : thing.detail;
      return { href: placePath(place, pathOf(thing)), name, ...(detail ? { detail } : {}) };
    }
    return event && { href: placePath(place, `audit/${id}`), name: event.kind, detail: eventName };
  });
}

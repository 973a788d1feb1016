import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import type { MenuNames } from "@/app/dashboard/_parts/menu";
import type { Place } from "@/app/dashboard/administrator";
import type { NamedKind, Thing } from "@/lib/core/administrators/thing-search-store";

/** Kinds in the order of the menu, and the menu's name of each. */
const kinds: Record<NamedKind, keyof MenuNames> = {
  apps: "apps",
  "oidc-clients": "oidcClients",
  credentials: "credentials",
  roles: "roles",
  packages: "packages",
  "organization-types": "organizationTypes",
  campaigns: "campaigns",
  "identity-sources": "identitySources",
};

/** Returns the page of a thing, below its environment. A session is shown among those of its user. */
export function pathOf({ kind, ref }: Pick<Thing, "kind" | "ref">): string {
  return kind === "sessions" ? `users/${ref}/sessions` : `${kind}/${ref}`;
}

/** Groups named things, in the order of the menu. */
export function thingGroups(
  place: Place,
  things: readonly Thing<NamedKind>[],
  names: MenuNames,
): FoundGroup[] {
  return (Object.keys(kinds) as NamedKind[]).map((kind) => ({
    name: names[kinds[kind]],
    items: things
      .filter((thing) => thing.kind === kind)
      .map((thing) => ({
        href: placePath(place, pathOf(thing)),
        name: thing.name,
        ...(thing.detail ? { detail: thing.detail } : {}),
      })),
  }));
}

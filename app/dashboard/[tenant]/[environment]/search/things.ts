import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import type { Place } from "@/app/dashboard/administrator";
import type { NamedKind, Thing } from "@/lib/platform/administrators/thing-search-store";

const groupNames: Record<NamedKind, string> = {
  apps: "Apps",
  "oidc-clients": "OIDC clients",
  credentials: "Credentials",
  roles: "Roles",
  packages: "Packages",
  "organization-types": "Organization types",
  campaigns: "Campaigns",
  "identity-sources": "Identity sources",
};

/** The page of a thing, below its environment. A session is shown among those of its user. */
export function pathOf({ kind, ref }: Pick<Thing, "kind" | "ref">): string {
  return kind === "sessions" ? `users/${ref}/sessions` : `${kind}/${ref}`;
}

/** Named things as groups, in the order of the menu. */
export function thingGroups(place: Place, things: readonly Thing<NamedKind>[]): FoundGroup[] {
  const kinds = Object.keys(groupNames) as NamedKind[];
  return kinds.map((kind) => ({
    name: groupNames[kind],
    items: things
      .filter((thing) => thing.kind === kind)
      .map((thing) => ({
        href: placePath(place, pathOf(thing)),
        name: thing.name,
        ...(thing.detail ? { detail: thing.detail } : {}),
      })),
  }));
}

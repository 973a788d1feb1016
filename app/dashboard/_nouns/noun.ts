import type { Area } from "@/app/dashboard/_words/catalogs";
import type { LaterKey } from "@/app/dashboard/_words/later";

type NounText =
  | `list.title`
  | `new.${"title" | "about" | "submit"}`
  | `one.${"overview" | "key" | "id"}`
  | "done.created";

/** Kind of thing that administrators manage: its texts, its pages' place, and who may change it. */
export interface Noun<A extends Area = Area> {
  area: A;
  /** Namespace of its texts, with the dot after it. */
  texts: string;
  /** Folder of its pages, below the environment. */
  path: string;
  demands: { role: "admin"; stepUp?: boolean };
}

/** Declares a noun; one whose texts lack a text of every noun does not compile. */
function noun<A extends Area, const N extends string>(
  declared: Noun<A> & { texts: N & (`${N}${NounText}` extends LaterKey<A> ? N : never) },
): Noun<A> {
  return declared;
}

export const roles = noun({
  ...{ area: "access", texts: "roles.", path: "roles" },
  // A change to a role's members or permissions grants or removes access.
  demands: { role: "admin", stepUp: true },
});

export const packages = noun({
  ...{ area: "access", texts: "packages.", path: "packages" },
  demands: { role: "admin" },
});

export const apps = noun({
  ...{ area: "access", texts: "apps.", path: "apps" },
  demands: { role: "admin" },
});

export const organizationTypes = noun({
  ...{ area: "organizations", texts: "types.", path: "organization-types" },
  demands: { role: "admin" },
});

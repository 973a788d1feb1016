import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** Texts of the menu, by key. */
export type MenuNames = Catalog["frame"]["menu"];

/** Page of an environment in the menu. */
export interface MenuPage {
  path: string;
  /** Key of its name, and of the other words that people search for it by (`frame.also`). */
  key: keyof Catalog["frame"]["also"];
}

/** Entry of the menu: one page, or several that are tabs of one another. */
export interface MenuEntry {
  key: keyof MenuNames;
  pages: readonly [MenuPage, ...MenuPage[]];
}

const page = (path: string, key: MenuPage["key"]): MenuPage => ({ path, key });

/** Menu of an environment. It is short, so that all of it is visible at once; related pages share an
 *  entry. */
export const menu: readonly MenuEntry[] = [
  { key: "overview", pages: [page("", "overview")] },
  { key: "users", pages: [page("users", "users")] },
  {
    key: "organizations",
    pages: [
      page("organizations", "organizations"),
      page("organization-types", "organizationTypes"),
    ],
  },
  { key: "applications", pages: [page("apps", "apps"), page("oidc-clients", "oidcClients")] },
  {
    key: "rolesAndPackages",
    pages: [
      page("roles", "roles"),
      page("packages", "packages"),
      page("entitlements", "entitlements"),
    ],
  },
  {
    key: "installations",
    pages: [
      page("installations", "installations"),
      page("enrolment-tokens", "enrolmentTokens"),
      page("campaigns", "campaigns"),
      page("installations/capacity", "capacity"),
    ],
  },
  {
    key: "externalIdentities",
    pages: [
      page("identity-sources", "identitySources"),
      page("external-principals", "externalPrincipals"),
    ],
  },
  {
    key: "apiCredentials",
    pages: [page("credentials", "credentials"), page("tenant-secrets", "tenantSecrets")],
  },
  { key: "audit", pages: [page("audit", "audit"), page("unsent-mail", "unsentMail")] },
  {
    key: "settings",
    pages: [
      page("security-policy", "securityPolicy"),
      page("passkeys", "passkeys"),
      page("previous-system", "previousSystem"),
      page("branding", "branding"),
      page("administrators", "administrators"),
    ],
  },
];

/** Returns the entry of the page at, or above, a path below the environment. */
export function entryOf(path: string): MenuEntry | undefined {
  return menu.find(({ pages }) => pages.some((one) => isWithin(path, one.path)));
}

/** Returns the page of the menu at, or above, the current one: an id belongs to one environment alone, its
 *  list exists in every one.
 *  @param path below the environment; empty for its overview */
export function listOf(path: string): string {
  const pages = menu.flatMap((entry) => entry.pages.map((one) => one.path));
  const within = pages.filter((one) => isWithin(path, one));
  return within.sort((one, other) => other.length - one.length)[0] ?? "";
}

/** Returns the part of a page's path below the environment: `users/0190…`. */
export function pathBelow(pathname: string): string {
  return pathname.split("/").slice(4).join("/");
}

function isWithin(path: string, page: string): boolean {
  return path === page || (page !== "" && path.startsWith(`${page}/`));
}

/** A page of an environment that the menu leads to. */
export interface MenuPage {
  path: string;
  name: string;
  /** Other words that people look for it by. */
  also: string;
}

/** An entry of the menu: one page, or several that are tabs of one another. */
export interface MenuEntry {
  name: string;
  pages: readonly [MenuPage, ...MenuPage[]];
}

const page = (path: string, name: string, also: string): MenuPage => ({ path, name, also });

/** The menu of an environment. It is short, so that all of it is seen at once; what belongs together is one entry. */
export const menu: readonly MenuEntry[] = [
  { name: "Overview", pages: [page("", "Overview", "start home progress")] },
  { name: "Users", pages: [page("users", "Users", "people accounts invite suspend")] },
  {
    name: "Organizations",
    pages: [
      page("organizations", "Organizations", "customers companies workspaces members"),
      page("organization-types", "Organization types", "kinds customer partner"),
    ],
  },
  {
    name: "Applications",
    pages: [
      page("apps", "Apps", "applications products"),
      page("oidc-clients", "OIDC clients", "relying parties redirect uri oauth sso login"),
    ],
  },
  {
    name: "Roles and packages",
    pages: [
      page("roles", "Roles", "permissions access rbac"),
      page("packages", "Packages", "plans products licences bought"),
      page("entitlements", "Entitlement policy", "exceptions overrides features"),
    ],
  },
  {
    name: "Installations",
    pages: [
      page("installations", "Installations", "devices agents machines"),
      page("enrolment-tokens", "Enrolment tokens", "enroll register devices"),
      page("campaigns", "Campaigns", "rollout update version"),
      page("installations/capacity", "Capacity", "limit quota installations"),
    ],
  },
  {
    name: "External identities",
    pages: [
      page("identity-sources", "Identity sources", "issuers federation idp token exchange"),
      page("external-principals", "External principals", "subjects bindings federation"),
    ],
  },
  {
    name: "API credentials",
    pages: [
      page("credentials", "Credentials", "api keys client secret machine scopes"),
      page("tenant-secrets", "Tenant secrets", "direct login secret keys"),
    ],
  },
  { name: "Audit log", pages: [page("audit", "Audit log", "events history trail export")] },
  {
    name: "Settings",
    pages: [
      page(
        "security-policy",
        "Security policy",
        "password lifetime sessions second factor mfa lockout codes trusted devices",
      ),
      page("branding", "Branding", "logo colour color theme sign-in page hosted"),
      page("members", "Members", "administrators owners viewers team invite"),
    ],
  },
];

/** The entry whose page a path below the environment is, or lies below. */
export function entryOf(path: string): MenuEntry | undefined {
  return menu.find(({ pages }) => pages.some((one) => isWithin(path, one.path)));
}

/** The page of the menu that is shown, or that what is shown lies below: an id is of one environment alone, its
 *  list is in every one.
 *  @param path below the environment; empty for its overview */
export function listOf(path: string): string {
  const pages = menu.flatMap((entry) => entry.pages.map((one) => one.path));
  const within = pages.filter((one) => isWithin(path, one));
  return within.sort((one, other) => other.length - one.length)[0] ?? "";
}

/** What stands below the environment in the address of a page: `users/0190…`. */
export function pathBelow(pathname: string): string {
  return pathname.split("/").slice(4).join("/");
}

function isWithin(path: string, page: string): boolean {
  return path === page || (page !== "" && path.startsWith(`${page}/`));
}

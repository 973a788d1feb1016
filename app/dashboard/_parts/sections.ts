/** The pages of an environment, as its navigation groups them. */
export const sections: { group: string; items: { path: string; name: string }[] }[] = [
  {
    group: "People",
    items: [
      { path: "users", name: "Users" },
      { path: "organizations", name: "Organizations" },
    ],
  },
  {
    group: "Access",
    items: [
      { path: "apps", name: "Apps" },
      { path: "roles", name: "Roles" },
      { path: "packages", name: "Packages" },
      { path: "entitlements", name: "Entitlement policy" },
      { path: "organization-types", name: "Organization types" },
    ],
  },
  {
    group: "Connect",
    items: [
      { path: "credentials", name: "Credentials" },
      { path: "tenant-secrets", name: "Tenant secrets" },
      { path: "oidc-clients", name: "OIDC clients" },
    ],
  },
  {
    group: "Installations",
    items: [
      { path: "installations", name: "Installations" },
      { path: "enrolment-tokens", name: "Enrolment tokens" },
      { path: "campaigns", name: "Campaigns" },
    ],
  },
  {
    group: "External identities",
    items: [
      { path: "identity-sources", name: "Identity sources" },
      { path: "external-principals", name: "External principals" },
    ],
  },
  {
    group: "Settings",
    items: [
      { path: "security-policy", name: "Security policy" },
      { path: "branding", name: "Branding" },
      { path: "audit", name: "Audit log" },
      { path: "members", name: "Members" },
    ],
  },
];

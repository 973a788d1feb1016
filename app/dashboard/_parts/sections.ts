/** The pages of an environment, as its navigation groups them. */
export const sections: { group: string; items: { path: string; name: string }[] }[] = [
  { group: "People", items: [] },
  { group: "Access", items: [] },
  {
    group: "Connect",
    items: [
      { path: "credentials", name: "Credentials" },
      { path: "tenant-secrets", name: "Tenant secrets" },
      { path: "oidc-clients", name: "OIDC clients" },
    ],
  },
  { group: "Installations", items: [] },
  { group: "Settings", items: [] },
];

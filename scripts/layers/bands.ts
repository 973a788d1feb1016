/**
 * The bands of lib/, lowest first (docs/ARCHITECTURE.md). A file imports from its own band and from
 * lower ones. A new folder or top-level file of lib/ is named here first.
 */
export const bands: { name: string; members: string[] }[] = [
  {
    name: "ground",
    members: [
      "config",
      "clock",
      "db",
      "db-tenant",
      "db-listing",
      "stream-list",
      "kept",
      "db-changes",
      "db-client",
      "db-clock",
      "db-deadlines",
      "db-errors",
      "db-owner",
      "db-lane",
      "db-pool",
      "db-round-trip",
      "db-together",
      "deadline",
      "errors",
      "crypto",
      "ids",
      "logger",
      "singleton",
      "slots",
      "caller",
      "browse",
    ],
  },
  {
    name: "services",
    members: ["audit", "rate-limits", "jobs", "mail", "metrics", "signing-keys", "outbound"],
  },
  {
    name: "nouns",
    members: [
      ...[
        "tenants",
        "credentials",
        "users",
        "apps",
        "roles",
        "packages",
        "organizations",
        "workspaces",
      ],
      ...["entitlements", "one-time", "trusted-devices", "installations", "external-identities"],
      ...["oidc-clients", "oidc-payloads", "backchannel-logout", "passwords", "sessions"],
    ],
  },
  {
    name: "flows",
    members: [...["login", "access", "account-security", "enrolment"]],
  },
  { name: "protocol", members: ["contract", "http", "oidc", "administrators", "operators"] },
];

/** Packages and generated code that only some places may know, and what others should do instead. */
export const keptTo: { what: RegExp; where: RegExp; instead: string }[] = [
  {
    what: /^next(\/|$)/,
    where: /^(app\/(?!api\/|oauth\/|\.well-known\/)|next\.config)/,
    instead:
      "take and return the web-standard Request and Response: the handler must run in any host",
  },
  {
    what: /^oidc-provider(\/|$)/,
    where: /^lib\/oidc\//,
    instead: "put what needs the provider into lib/oidc",
  },
  {
    what: /^(@prisma\/|generated\/prisma)/,
    where: /^(lib\/db[^/]*|lib\/.*-store\.ts|lib\/oidc\/|prisma\/|scripts\/db\/)/,
    instead: "call a store function; queries live in the noun's *-store.ts",
  },
];

/** Where names in snake_case are at home, and why. */
export const snakeCaseAllowed: { where: RegExp; because: string }[] = [
  { where: /^lib\/contract\//, because: "the wire's shapes" },
  { where: /^lib\/oidc(-payloads)?\//, because: "the provider's own names" },
  { where: /^lib\/http\/(problem|openapi-[a-z]+)\.ts$/, because: "published codes as keys" },
  { where: /-store\.ts$/, because: "the keys of stored JSON and rows" },
  { where: /^lib\/(one-time|signing-keys)\//, because: "purposes are stored values, used as keys" },
  {
    where: /^lib\/mail\/mail-turn\.ts$/,
    because: "kinds of messages are stored values, used as keys",
  },
  { where: /^lib\/credentials\/(verify-)?machine-token\.ts$/, because: "a token's claims" },
  { where: /^lib\/audit\/audit-json-lines\.ts$/, because: "an exported event's names" },
  { where: /^lib\/enrolment\/enrolment-proof\.ts$/, because: "a proof's claims" },
  { where: /^lib\/installations\/installation-token\.ts$/, because: "a token's claims" },
  { where: /^lib\/external-identities\/subject-token\.ts$/, because: "a token's claims" },
  { where: /^lib\/access\/user-token\.ts$/, because: "a token's claims" },
  { where: /^lib\/backchannel-logout\/[a-z-]+-token\.ts$/, because: "a token's claims and form" },
  { where: /^lib\/administrators\/sign-in\.ts$/, because: "OAuth parameters" },
  { where: /^app\/dashboard\/_parts\/sign-out\.tsx$/, because: "OAuth parameters" },
  { where: /^app\/dev\/sign-in\//, because: "OAuth parameters" },
  { where: /^app\/api\/.*\[user_id\]/, because: "a path's parameter, as the description names it" },
  {
    where: /^app\/\(hosted\)\/_link\/link-page\.tsx$/,
    because: "purposes are stored values, used as keys",
  },
  { where: /\.test\.tsx?$/, because: "tests speak to the wire" },
];

/** Where process.env may be read. */
export const environmentAllowed = /^lib\/config\/|\.test\.tsx?$/;

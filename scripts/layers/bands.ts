/**
 * The bands of lib/, lowest first (docs/ARCHITECTURE.md). A file imports from its own band and from
 * lower ones. A new folder or top-level file of lib/ is named here first.
 */
export const bands: { name: string; holds: string; members: string[] }[] = [
  {
    name: "ground",
    holds:
      "What knows nothing of the product: PostgreSQL's room, the process, configuration, cryptography, errors",
    members: ["config", "clock", "errors", "ids", "caller", "crypto", "process", "db"],
  },
  {
    name: "services",
    holds: "What any noun may need",
    members: [
      "crypto/data-keys",
      "audit",
      "audit/statistics",
      "audit/retention",
      "rate-limits",
      "jobs",
      "mail",
      "outbound",
      "oidc/keys",
    ],
  },
  {
    name: "nouns",
    holds: "Types and pure rules, stores, use cases",
    members: [
      ...[
        "tenants",
        "branding",
        "security-policy",
        "platform",
        // Above the platform, in whose transactions it works.
        "audit/log",
        "audit/verify",
        "audit/witness",
        "audit/auditor",
        "credentials",
        "users",
        "users/ending",
        "users/import",
        "users/previous-system",
        "apps",
      ],
      ...["roles", "packages", "organization-types", "organizations", "organizations/memberships"],
      ...["workspaces", "entitlements", "one-time", "trusted-devices", "installations"],
      ...["campaigns", "external-identities", "oidc/clients", "oidc/payloads", "passwords"],
      "oidc/device-codes",
      ...["one-time-codes", "users/factors", "sessions", "backchannel-logout", "audit/signals"],
    ],
  },
  {
    name: "flows",
    holds: "What spans several nouns",
    members: [
      "users/bulk",
      "login",
      "passwords/links",
      "access",
      "account-security",
      "enrolment",
      "jobs/worker",
      "platform/backup",
    ],
  },
  {
    name: "protocol",
    holds:
      "Wire shapes, the wrapper of a route, the rooms of OAuth, who administers and who operates",
    members: [
      ...["contract", "http", "http/reference", "http/documentation"],
      ...["platform/administrators", "platform/operators", "tenants/configuration"],
      "tenants/archive",
      // Each room imports only rooms before it. Those of the last line know nothing of each other, but that discovery
      // names what the token endpoint takes.
      ...["oidc/http", "oidc/session", "oidc/applications", "oidc/pages", "oidc/provider"],
      ...["oidc/token", "oidc/issued-tokens", "oidc/sign-in", "oidc/logout", "oidc/userinfo"],
      ...["oidc/device", "oidc/discovery"],
      // What is pushed is judged as at the authorization endpoint, for a client that is proved as at the token endpoint.
      "oidc/par",
      // The dashboard is a relying party of our own issuer, so that its sign-in lies above the rooms of OAuth.
      "platform/sign-in",
    ],
  },
];

/** Packages and generated code that only some places may know, and what others should do instead. */
export const keptTo: { what: RegExp; where: RegExp; instead: string }[] = [
  {
    what: /^next(\/|$)/,
    where: /^(app\/(?!api\/|access\/|oauth\/|\.well-known\/)|next\.config)/,
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
    where: /^(lib\/db\/.*|lib\/.*-store\.ts|prisma\/|scripts\/db\/)/,
    instead: "call a store function; queries live in the noun's *-store.ts",
  },
  {
    what: /^lib\/db\/late-(read|listing)\.ts$/,
    where:
      /^(app\/dashboard\/|lib\/audit\/stream-audit-events\.ts|lib\/audit\/verify\/|lib\/platform\/operators\/read-activity\.ts|lib\/db\/json-list\.ts)/,
    instead:
      "read it by inBatch or inTransaction: only exports, lists, verification of the log and the dashboard's search and plots may be late",
  },
];

/** Where names in snake_case are at home, and why. */
export const snakeCaseAllowed: { where: RegExp; because: string }[] = [
  { where: /^lib\/contract\//, because: "the wire's shapes" },
  { where: /^lib\/oidc\//, because: "the provider's own names" },
  {
    where: /^lib\/http\/(problem|callers|openapi-[a-z]+)\.ts$/,
    because: "published codes as keys",
  },
  { where: /-store\.ts$/, because: "the keys of stored JSON and rows" },
  { where: /^lib\/(one-time|oidc\/keys)\//, because: "purposes are stored values, used as keys" },
  {
    where: /^lib\/mail\/mail-turn\.ts$/,
    because: "kinds of messages are stored values, used as keys",
  },
  { where: /^lib\/credentials\/(verify-)?machine-token\.ts$/, because: "a token's claims" },
  {
    where: /^lib\/audit\/signals\/(signals-of|security-event-token|subject)\.ts$/,
    because: "a token's claims",
  },
  { where: /^lib\/audit\/audit-json-lines\.ts$/, because: "an exported event's names" },
  { where: /^lib\/audit\/verify\/proof-line\.ts$/, because: "an exported log's names" },
  { where: /^lib\/enrolment\/enrolment-proof\.ts$/, because: "a proof's claims" },
  { where: /^lib\/installations\/installation-token\.ts$/, because: "a token's claims" },
  { where: /^lib\/external-identities\/subject-token\.ts$/, because: "a token's claims" },
  {
    where: /^lib\/users\/previous-system\/previous-answer\.ts$/,
    because: "the names that a previous system answers in",
  },
  { where: /^lib\/access\/user-token\.ts$/, because: "a token's claims" },
  { where: /^lib\/backchannel-logout\/[a-z-]+-token\.ts$/, because: "a token's claims and form" },
  { where: /^lib\/platform\/sign-in\/[a-z-]+\.ts$/, because: "OAuth parameters" },
  { where: /^app\/dashboard\/_parts\/sign-out\.tsx$/, because: "OAuth parameters" },
  { where: /^app\/dashboard\/_parts\/use-form-action\.ts$/, because: "Next's unstable_rethrow" },
  { where: /^app\/dev\/sign-in\//, because: "OAuth parameters" },
  {
    where: /^app\/\(hosted\)\/_link\/link-page\.tsx$/,
    because: "purposes are stored values, used as keys",
  },
  {
    where: /^lib\/users\/import\/([a-z0-9]+-format|row-formats|user-import)\.ts$/,
    because: "other systems' names, and codes that are stored",
  },
  { where: /^lib\/users\/bulk\/exported-formats\.ts$/, because: "other systems' names" },
  { where: /^lib\/passwords\/keycloak-hash\.ts$/, because: "another system's names" },
  { where: /\.test\.tsx?$/, because: "tests speak to the wire" },
];

/** Where process.env may be read. */
export const environmentAllowed = /^lib\/config\/|\.test\.tsx?$/;

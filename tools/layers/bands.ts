/**
 * The bands of lib/, lowest first (docs/ARCHITECTURE.md). A file imports from its own band and from
 * lower ones. A new folder or top-level file of lib/ is named here first.
 */
export const bands: { name: string; holds: string; members: string[] }[] = [
  {
    name: "kernel: ground",
    holds: "Configuration, the clock, errors, cryptography, the process, PostgreSQL",
    members: within("kernel", "config clock errors ids names caller crypto process db"),
  },
  {
    name: "kernel: services",
    holds: "Data keys, rate limits, jobs, mail, requests that go out, the schema's state",
    members: within("kernel", "data-keys rate-limits jobs mail outbound db/schema"),
  },
  {
    name: "core: services",
    holds: "What any noun may need",
    members: within("core", "audit extensions signing-keys"),
  },
  {
    name: "core: nouns",
    holds: "Types and pure rules, stores, use cases",
    members: within(
      "core",
      "tenants branding security-policy platform credentials users apps",
      "roles packages organization-types organizations memberships workspaces",
      "entitlements one-time trusted-devices installations campaigns",
      "external-identities oidc-clients oidc-payloads passwords device-codes",
      "one-time-codes factors sessions backchannel-logout user-lifecycle",
    ),
  },
  {
    name: "core: flows",
    holds: "What spans several nouns",
    members: within("core", "login password-links access account-security enrolment"),
  },
  {
    name: "core: protocol",
    holds: "Shapes of the wire, the wrapper of a route, OAuth, administrators and operators",
    members: within(
      "core",
      "contract http administrators operators",
      // Each room imports only rooms before it. Rooms of the last line don't import each other, except that
      // discovery names the values that the token endpoint accepts.
      "oidc/http oidc/session oidc/applications oidc/pages oidc/provider",
      "oidc/token oidc/issued-tokens oidc/sign-in oidc/logout oidc/userinfo",
      "oidc/device oidc/discovery",
      // A pushed request is validated as at the authorization endpoint, and its client authenticated as at
      // the token endpoint.
      "oidc/par",
      // The dashboard is a relying party of our own issuer, so that its sign-in lies above the rooms of
      // OAuth.
      "dashboard-sign-in",
    ),
  },
  {
    name: "features",
    holds: "What was added to the spec",
    members: within(
      "features",
      "all feature archives audit-log authzen backups configuration documentation",
      "migration retention shared-signals statistics",
    ),
  },
  { name: "worker", holds: "The registry of jobs, sweeps and loops", members: ["worker"] },
];

function within(shelf: string, ...rooms: string[]): string[] {
  return rooms.flatMap((line) => line.split(" ").map((room) => `${shelf}/${room}`));
}

/** Packages and generated code that only some places may import, and the alternative for others. */
export const restrictedImports: { what: RegExp; where: RegExp; instead: string }[] = [
  {
    what: /^next(\/|$)/,
    where: /^(app\/(?!api\/|access\/|oauth\/|\.well-known\/)|host\/pages\.ts)/,
    instead:
      "take and return the web-standard Request and Response: the handler must run in any host",
  },
  {
    what: /^oidc-provider(\/|$)/,
    where: /^lib\/core\/oidc\//,
    instead: "put what needs the provider into lib/core/oidc",
  },
  {
    what: /^(@prisma\/|generated\/prisma)/,
    where: /^(lib\/kernel\/db\/.*|lib\/.*-store\.ts|prisma\/)/,
    instead: "call a store function; queries live in the noun's *-store.ts",
  },
  {
    what: /^lib\/kernel\/db\/late-(read|listing)\.ts$/,
    where:
      /^(app\/dashboard\/|lib\/core\/audit\/stream-audit-events\.ts|lib\/features\/audit-log\/verify\/|lib\/features\/statistics\/read-activity\.ts|lib\/kernel\/db\/json-list\.ts)/,
    instead:
      "read it by inBatch or inTransaction: only exports, lists, verification of the log and the dashboard's search and plots may be late",
  },
];

/** Places where names in snake_case are allowed, and the reason. */
export const snakeCaseAllowed: { where: RegExp; because: string }[] = [
  { where: /^lib\/(core|features\/[a-z-]+)\/contract\//, because: "the wire's shapes" },
  {
    where: /^lib\/core\/(oidc|oidc-clients|oidc-payloads|device-codes)\//,
    because: "the provider's own names",
  },
  {
    where: /^lib\/kernel\/errors\/[a-z-]+\.ts$/,
    because: "reasons as keys, and the fields of their documents",
  },
  {
    where: /^lib\/core\/http\/(callers|openapi-[a-z]+)\.ts$/,
    because: "published codes as keys",
  },
  { where: /^lib\/kernel\/db\/schema\/schema-engine\.ts$/, because: "Prisma's own function" },
  { where: /-store\.ts$/, because: "the keys of stored JSON and rows" },
  {
    where:
      /^lib\/core\/((one-time|signing-keys)\/|factors\/factors\.ts$)|^lib\/kernel\/mail\/mail-turn\.ts$|^app\/\(hosted\)\/_link\/link-page\.tsx$/,
    because: "purposes, methods and kinds of messages are stored values, used as keys",
  },
  {
    where:
      /^lib\/core\/(credentials\/(verify-)?machine-token|enrolment\/enrolment-proof|installations\/installation-token|external-identities\/subject-token|access\/user-token|backchannel-logout\/[a-z-]+-token)\.ts$/,
    because: "a token's claims",
  },
  {
    where: /^lib\/features\/shared-signals\/(signals-of|security-event-token|subject)\.ts$/,
    because: "a token's claims",
  },
  {
    where: /^lib\/(core\/audit\/audit-json-lines|features\/audit-log\/verify\/proof-line)\.ts$/,
    because: "an exported log's names",
  },
  {
    where:
      /^(lib\/core\/dashboard-sign-in\/[a-z-]+\.ts$|app\/dashboard\/_parts\/sign-out\.tsx$|app\/dev\/sign-in\/)/,
    because: "OAuth parameters",
  },
  { where: /^app\/dashboard\/_parts\/use-form-action\.ts$/, because: "Next's unstable_rethrow" },
  {
    where:
      /^lib\/features\/migration\/(import\/([a-z0-9]+-format|row-formats|user-import)|bulk\/exported-formats|previous-system\/previous-answer)\.ts$|^lib\/core\/passwords\/keycloak-hash\.ts$/,
    because: "other systems' names, and codes that are stored",
  },
  { where: /\.test\.tsx?$/, because: "tests speak to the wire" },
];

/** Places that may read process.env. */
export const environmentAllowed = /^lib\/kernel\/config\/|\.test\.tsx?$/;

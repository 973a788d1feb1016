import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { importGraph } from "./import-graph";
import { lateReachFindings } from "./late-reach";
import { isTest } from "./test-files";

const graphOf = (loads: Record<string, string[]>) =>
  new Map(Object.entries(loads).map(([file, of]) => [file, { ours: of, packages: [], loads: of }]));

const files = ["app", "lib"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.tsx?$/.test(file));
const graph = importGraph(files);

test("who reads what may be late is listed here, one by one", () => {
  const readers = [...graph]
    .filter(([file, { loads }]) => !isTest(file) && loads.some((one) => LATE_READS.test(one)))
    .map(([file]) => file.replace("app/dashboard/[tenant]/[environment]/", "dashboard: "));
  expect(readers.sort()).toEqual([
    "dashboard: _overview/read-overview.ts",
    "dashboard: audit/page.tsx",
    "dashboard: external-principals/page.tsx",
    "dashboard: organizations/page.tsx",
    "dashboard: search/find.ts",
    "dashboard: users/page.tsx",
    // Exports.
    "lib/audit/stream-audit-events.ts",
    // Verification of what was signed already.
    "lib/audit/verify/export-proof.ts",
    "lib/audit/verify/read-what-to-keep.ts",
    "lib/audit/verify/stored-log.ts",
    "lib/audit/verify/stored-prover.ts",
    "lib/audit/verify/verify-stored-log.ts",
    // The management plane's lists.
    "lib/db/json-list.ts",
    "lib/platform/operators/read-activity.ts",
  ]);
});
const LATE_READS = /^lib\/db\/late-(read|listing)\.ts$/;

test("nothing that decides about a login, a session, a token or a revocation comes to a late read", () => {
  expect(lateReachFindings(graph)).toEqual([]);
});

test.each([
  "lib/login/preflight.ts",
  "lib/sessions/validate-session.ts",
  "lib/oidc/token/token-endpoint.ts",
  "lib/credentials/verify-machine-token.ts",
  "lib/users/ending/suspend-user.ts",
  "lib/http/authenticate-operator.ts",
])("%s may not read late, however far down", (file) => {
  const between = "lib/audit/stream-audit-events.ts";
  const found = lateReachFindings(
    graphOf({ [file]: [between], [between]: ["lib/db/late-read.ts"] }),
  );
  expect(found.map(({ problem }) => problem)).toEqual([
    `may read on a replica what is decided by: ${file} → ${between} → lib/db/late-read.ts`,
  ]);
});

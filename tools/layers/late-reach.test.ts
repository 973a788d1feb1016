import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { isTest } from "./code-files";
import { importGraph } from "./import-graph";
import { lateReachFindings } from "./reach";

const graphOf = (loads: Record<string, string[]>) =>
  new Map(Object.entries(loads).map(([file, of]) => [file, { ours: of, packages: [], loads: of }]));

const files = ["app", "lib"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.tsx?$/.test(file));
const graph = importGraph(files);

test("every reader of data that may be late is listed here, one by one", () => {
  const readers = [...graph]
    .filter(([file, { loads }]) => !isTest(file) && loads.some((one) => LATE_READS.test(one)))
    .map(([file]) => file.replace("app/dashboard/[tenant]/[environment]/", "dashboard: "));
  expect(readers.sort()).toEqual([
    "dashboard: _overview/read-activity.ts",
    "dashboard: _overview/read-overview.ts",
    "dashboard: audit/activity-chart.tsx",
    "dashboard: audit/page.tsx",
    "dashboard: external-principals/page.tsx",
    "dashboard: organizations/page.tsx",
    "dashboard: search/find.ts",
    "dashboard: users/page.tsx",
    // Exports.
    "lib/core/audit/stream-audit-events.ts",
    // Verification of data that was signed already.
    "lib/features/audit-log/verify/export-proof.ts",
    "lib/features/audit-log/verify/stored-checkpoint.ts",
    "lib/features/audit-log/verify/stored-log.ts",
    "lib/features/audit-log/verify/verify-stored-log.ts",
    // The operators' plots.
    "lib/features/statistics/read-activity.ts",
    // The management plane's lists.
    "lib/kernel/db/json-list.ts",
  ]);
});
const LATE_READS = /^lib\/kernel\/db\/late-(read|listing)\.ts$/;

test("nothing that decides about a login, a session, a token or a revocation reaches a late read", () => {
  expect(lateReachFindings(graph)).toEqual([]);
});

test.each([
  "lib/core/login/preflight.ts",
  "lib/core/sessions/validate-session.ts",
  "lib/core/oidc/token/token-endpoint.ts",
  "lib/core/credentials/verify-machine-token.ts",
  "lib/core/user-lifecycle/suspend-user.ts",
  "lib/core/http/authenticate-operator.ts",
])("%s may not read late, at any depth", (file) => {
  const between = "lib/core/audit/stream-audit-events.ts";
  const found = lateReachFindings(
    graphOf({ [file]: [between], [between]: ["lib/kernel/db/late-read.ts"] }),
  );
  expect(found.map(({ problem }) => problem)).toEqual([
    `may read on a replica what is decided by: ${file} → ${between} → lib/kernel/db/late-read.ts`,
  ]);
});

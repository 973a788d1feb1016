// npm test -- systems postgres [16] [17] [--all] [words for vitest]: the tests that depend on PostgreSQL's
// version, on each supported version beside the one that is installed with the product; every test with
// --all.
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { atEnd } from "../harness/ends";
import { fetchedPostgres, type OtherMajor, otherMajors } from "../harness/fetched-postgres";
import { runVitest } from "../harness/runners";
import { runSystem, tryEach } from "../harness/system";

/** Tests of the SQL that may differ between versions: the schema and its guards, queries of the catalogue,
 *  each store that has tests of its own, and a complete sign-in of each plane. */
const SENSITIVE = [
  ...[
    "lib/kernel/db/schema/",
    "cli/doctor/database",
    "prisma/",
    "tests/invariants/",
    "lib/kernel/db/",
  ],
  ...[
    "store.test.ts",
    "lib/core/audit/",
    "lib/features/backups/",
    "lib/kernel/data-keys/",
    "lib/kernel/jobs/",
  ],
  ...[
    "lib/core/login/preflight",
    "session/exchange/",
    "lib/core/oidc/provider/code-flow",
    "lib/core/one-time/",
  ],
];

/** Tests that wait for deadlines, which don't depend on PostgreSQL. */
const SLOW = [
  "--exclude",
  "lib/kernel/db/silent-database.test.ts",
  "--exclude",
  "lib/kernel/jobs/*-silence.test.ts",
];

function readArguments(words: readonly string[]) {
  const versions = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const unknown = versions.find((version) => !otherMajors.includes(version as OtherMajor));
  if (unknown) throw new Error(`PostgreSQL ${unknown} is none of ${otherMajors.join(", ")}`);
  const rest = words.filter((word) => !/^\d+$/.test(word) && word !== "--all");
  return {
    majors: (versions.length > 0 ? versions : otherMajors) as OtherMajor[],
    tests: words.includes("--all") || rest.length > 0 ? rest : [...SENSITIVE, ...SLOW],
  };
}

await runSystem(async () => {
  const { majors, tests } = readArguments(process.argv.slice(2));
  await tryEach(
    majors.map((major) => [
      `the tests hold on PostgreSQL ${major}`,
      async () => {
        const cluster = await startEphemeralCluster({}, fetchedPostgres(major));
        const stop = atEnd(cluster.stop);
        await runVitest(tests, { ATRIUM_TEST_DATABASE_ADMIN_URL: cluster.adminUrl });
        await stop();
      },
    ]),
  );
});

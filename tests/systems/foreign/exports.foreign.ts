import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { atriumJson } from "@/tests/support/command-line";
import { documented } from "@/tests/support/documented";
import { inShell } from "@/tests/support/shell";
import { run } from "@/tools/foreign/run";
import { CACHE } from "../harness/tools";
import { aMotoServer, KEYS } from "./moto";

// The guides' exports out of other systems, from these systems: AWS's own command line, and Keycloak. The
// exported users are imported. `npm test -- systems foreign exports`.

const AWSCLI = "awscli==1.45.11";
const KEYCLOAK = "26.4.7";
const ARCHIVE = `keycloak-quarkus-dist-${KEYCLOAK}.zip`;

const typed = (command: string, cwd: string, env: Record<string, string> = {}) =>
  run("bash", inShell(command), { cwd, env });

function aFolder(name: string): string {
  const folder = resolve("test-results", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Imports users into a tenant of their own.
 *  @returns the import's counts, and how many users are suspended then */
async function imported(file: string, format: string) {
  const tenant = await aTenant();
  const place = ["--tenant", tenant.publicId, "--environment", "production"];
  const counts = await atriumJson(["users", "import", file, "--format", format, ...place]);
  const suspended = await inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.user.count({
      where: { environmentId: tenant.environmentId, status: "suspended" },
    }),
  );
  return { ...counts, suspended };
}

test("AWS's command line lists the users of a pool, and they are imported", async () => {
  const folder = aFolder("from-cognito");
  const moto = await aMotoServer("cognitoidp", AWSCLI);
  try {
    const env = {
      ...KEYS,
      PATH: `${moto.bin}:${process.env.PATH}`,
      AWS_ENDPOINT_URL: moto.endpoint,
      AWS_DEFAULT_REGION: "eu-west-1",
    };
    const aws = (words: string) => typed(`aws cognito-idp ${words}`, folder, env);
    const made = JSON.parse(await aws("create-user-pool --pool-name acme"));
    const pool = String(made.UserPool.Id);
    for (const name of ["ada", "grace", "gone"])
      await aws(
        `admin-create-user --user-pool-id ${pool} --username ${name} --user-attributes Name=email,Value=${name}@cognito.example`,
      );
    await aws(`admin-disable-user --user-pool-id ${pool} --username gone`);
    const list = documented("docs/guides/migrate-from-cognito.md", "aws cognito-idp", {
      "eu-west-1_abc": pool,
    });
    await typed(list, folder, env);
    expect(await imported(join(folder, "users.json"), "cognito")).toMatchObject({
      created: 3,
      refused: 0,
      suspended: 1,
    });
  } finally {
    moto.stop();
  }
});

/** Fetches Keycloak's own distribution once on a machine, and returns a copy in a folder of the test's
 *  own. */
async function aKeycloak(): Promise<string> {
  const archive = join(CACHE, ARCHIVE);
  if (!existsSync(archive)) {
    // Maven's settings name the registry of this machine.
    const making = aFolder("keycloak-archive");
    const artifact = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK}:zip`;
    const mavenArgs = [`-Dartifact=${artifact}`, `-DoutputDirectory=${making}`];
    await run("mvn", ["-B", "-q", "dependency:copy", ...mavenArgs], { cwd: making });
    mkdirSync(CACHE, { recursive: true });
    copyFileSync(join(making, ARCHIVE), `${archive}.new`);
    renameSync(`${archive}.new`, archive);
  }
  const folder = aFolder("keycloak");
  await run("python3", ["-m", "zipfile", "-e", archive, folder]);
  const home = join(folder, `keycloak-${KEYCLOAK}`);
  chmodSync(join(home, "bin/kc.sh"), 0o755);
  return home;
}

test("Keycloak exports a realm with its users, and they are imported", async () => {
  const home = await aKeycloak();
  const realm = JSON.parse(readFileSync("tests/guides/keycloak.json", "utf8"));
  // Keycloak makes the ids of credentials by itself.
  const users = realm.users.map((user: { credentials?: object[] }) => ({
    ...user,
    credentials: user.credentials?.map((one) => ({ ...one, id: undefined })),
  }));
  const groups = [{ name: "users", path: "/users" }];
  writeFileSync(
    join(home, "realm.json"),
    JSON.stringify({ ...realm, users, groups, enabled: true }),
  );
  await typed("bin/kc.sh import --file realm.json", home);
  await typed(documented("docs/guides/migrate-from-keycloak.md", "bin/kc.sh export"), home);
  expect(await imported(join(home, "users.json"), "keycloak")).toMatchObject({
    created: realm.users.length,
    refused: 0,
    suspended: 1,
  });
});

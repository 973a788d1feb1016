import { hash, randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createRole } from "@/lib/core/roles/create-role";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOrganization } from "@/tests/builders/an-organization";
import vectors from "@/tests/hashes/hashes.json" with { type: "json" };
import { callPreflight } from "@/tests/support/call-login";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { documented } from "@/tests/support/documented";
import { storedUser } from "@/tests/support/stored-user";

// The files are in the documented form of each system; the commands are those of the guides.

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
  await anOrganization(acme, { slug: "acme" });
  await createRole(acme, { key: "editor", name: "Editor", permissions: [] });
});

const at = (place: TestEnvironment) => [
  ...["--tenant", place.publicId, "--environment", place.environmentKey],
];
const importing = (file: string, ...more: string[]) => [
  ...["users", "import", `tests/guides/${file}`, "--format", "auth0", ...at(acme), ...more],
];
const status = async (email: string) =>
  (await callPreflight(acme, { email, password: vectors.password })).status;

const commands: Record<string, string> = {
  auth0: documented("docs/guides/migrate-from-auth0.md", "atrium users import"),
  "better-auth": documented("docs/guides/migrate-from-better-auth.md", "atrium users import"),
  cognito: documented("docs/guides/migrate-from-cognito.md", "atrium users import"),
  firebase: documented("docs/guides/migrate-from-firebase.md", "atrium users import"),
  keycloak: documented("docs/guides/migrate-from-keycloak.md", "atrium users import"),
  logto: documented("docs/guides/migrate-from-logto.md", "atrium users import"),
};

/** Returns the import command of a guide, as typed by an operator who has the guide's example file, and the
 *  guide's name of the file for rejected users. */
function guided(system: string, problems: string): string[] {
  const page = readFileSync(`docs/guides/migrate-from-${system}.md`, "utf8");
  const [, file = ""] = /tried with is `(tests\/guides\/\S+)`/.exec(page) ?? [];
  const own: Record<string, string> = {
    [`users.${file.split(".").at(-1)}`]: file,
    "hash-config.txt": "tests/guides/firebase-hash-config.txt",
    "atr_…": acme.publicId,
    "problems.ndjson": problems,
  };
  return (commands[system] ?? "")
    .replaceAll("\\\n", " ")
    .split(/\s+/)
    .slice(1)
    .map((word) => own[word] ?? word);
}

const csv = [
  "users",
  "import",
  "tests/guides/users.csv",
  "--format",
  "csv",
  "--column",
  "Mail=email",
];

test.each([
  ["auth0", ["ada", "grace"]],
  ["keycloak", ["ada", "grace"]],
  ["better-auth", ["ada"]],
  ["logto", ["ada", "grace"]],
  ["firebase", ["ada"]],
  ["cognito", []],
  ["csv", ["ada"]],
])(
  "the command of %s's guide brings users along after a dry run, and those with a hash sign in with the password they had",
  async (format, withPassword) => {
    const folder = await mkdtemp(join(tmpdir(), "atrium-import-"));
    const command = (problems: string) =>
      format === "csv"
        ? [...csv, ...at(acme), "--dry-run", "--problems", join(folder, problems)]
        : guided(format, join(folder, problems));
    const tried = await atriumJson(command("tried.ndjson"));
    // The third of each file is disabled in its system; of CSV's, a field is missing.
    const figures = format === "csv" ? { created: 2, refused: 1 } : { created: 3, refused: 0 };
    expect(tried).toMatchObject({ status: "completed", dry_run: true, ...figures });
    const address = (name: string) => `${name}@${format}.example`;
    expect(await storedUser(acme, address("ada"))).toBeNull();
    const done = await atriumJson(
      command("problems.ndjson").filter((word) => word !== "--dry-run"),
    );
    expect(done).toMatchObject({ status: "completed", dry_run: false, ...figures });
    const problems = await readFile(join(folder, "problems.ndjson"), "utf8");
    expect(problems).toBe(await readFile(join(folder, "tried.ndjson"), "utf8"));
    if (format === "csv")
      expect(JSON.parse(problems)).toMatchObject({ code: "malformed", email: address("gone") });
    else {
      const gone = address(format === "auth0" ? "blocked" : "gone");
      expect(await storedUser(acme, gone)).toMatchObject({ status: "suspended" });
      await atriumJson([
        ...command("again.ndjson").filter((word) => word !== "--dry-run"),
        ...["--mode", "upsert"],
      ]);
      expect(await storedUser(acme, gone)).toMatchObject({ status: "suspended" });
    }
    expect(await storedUser(acme, address("ada"))).toMatchObject({
      emailVerifiedMethod: "tenant_asserted",
    });
    expect((await storedUser(acme, address("grace")))?.emailVerifiedMethod ?? null).toBe(
      format === "logto" ? "tenant_asserted" : null,
    );
    for (const name of ["ada", "grace"])
      expect(await status(address(name)), name).toBe(withPassword.includes(name) ? 200 : 401);
  },
  90_000,
);

test("every guide on migrating from a system is run", () => {
  const guides = globSync("docs/guides/migrate-from-*.md").map((page) => basename(page, ".md"));
  expect(guides.toSorted()).toEqual(
    Object.keys(commands).map((system) => `migrate-from-${system}`),
  );
});

test("users who are exported with their hashes are the same elsewhere, and sign in there", async () => {
  const [from, to] = [await aTenant(), await aTenant()];
  await aPolicy(to, { loginOtp: "never" });
  for (const place of [from, to]) {
    await anOrganization(place, { slug: "acme" });
    await createRole(place, { key: "editor", name: "Editor", permissions: [] });
  }
  const folder = await mkdtemp(join(tmpdir(), "atrium-export-"));
  await atriumJson([...csv, ...at(from)]);
  const weak = { password_algorithm: "md5", password_hash: hash("md5", vectors.password) };
  await writeFile(join(folder, "weak"), JSON.stringify({ email: "weak@csv.example", ...weak }));
  await atriumJson(["users", "import", join(folder, "weak"), ...at(from)]);
  await aUser(from, { suspended: true });
  const exported = async (place: TestEnvironment, name: string, ...more: string[]) => {
    const output = join(folder, name);
    const said = await atriumJson(["users", "export", "--output", output, ...at(place), ...more]);
    return { said, lines: (await readFile(output, "utf8")).trim().split("\n").toSorted() };
  };
  const first = await exported(from, "first", "--with-hashes");
  expect(first.said).toMatchObject({ users: 3, suspended_left_out: 1 });
  await atriumJson(["users", "import", join(folder, "first"), ...at(to)]);
  expect((await exported(to, "second", "--with-hashes")).lines).toEqual(first.lines);
  expect((await exported(from, "bare")).lines.join()).not.toContain("password_hash");
  expect(await loggedExports(from)).toEqual([true, false]);
  for (const email of ["ada@csv.example", "weak@csv.example"]) {
    const { status } = await callPreflight(to, { email, password: vectors.password });
    expect(status, email).toBe(200);
  }
}, 90_000);

test("users are exported in the form of each system, and imported unchanged where the form can express them", async () => {
  const from = await aTenant();
  await anOrganization(from, { slug: "acme" });
  await createRole(from, { key: "editor", name: "Editor", permissions: [] });
  const folder = await mkdtemp(join(tmpdir(), "atrium-formats-"));
  const line = (name: string, password_hash: string) => ({
    ...{ email: `${name}@leaving.example`, external_id: `id-${name}`, password_hash },
    ...{ display_name: `${name}, "the" first`, email_verified: true },
    memberships: [{ organization: "acme", role: "editor" }],
  });
  const own = {
    argon: line("argon", vectors.hashes["argon2id by argon2-cffi"]),
    bcrypt: line("bcrypt", vectors.hashes["bcrypt by bcrypt"]),
    pbkdf2: line("pbkdf2", vectors.hashes["PBKDF2-SHA256 by passlib"]),
  };
  const lines = Object.values(own).map((one) => JSON.stringify(one));
  await writeFile(join(folder, "users"), lines.join("\n"));
  await atriumJson(["users", "import", join(folder, "users"), ...at(from)]);
  const taking = (format: string, ...more: string[]) =>
    atriumJson([
      ...["users", "export", "--output", join(folder, format), "--format", format],
      ...[...at(from), ...more],
    ]);
  for (const [format, hashes, places] of [
    ["csv", ["argon", "bcrypt", "pbkdf2"], true],
    ["auth0", ["argon", "bcrypt", "pbkdf2"], false],
    ["keycloak", ["argon", "pbkdf2"], false],
    ["logto", ["argon", "bcrypt"], false],
    ["better-auth", ["argon", "bcrypt"], false],
    ["firebase", [], false],
    ["cognito", [], false],
  ] as const) {
    const withHashes = hashes.length > 0;
    const left = withHashes ? lines.length - hashes.length : 0;
    const result = await taking(format, ...(withHashes ? ["--with-hashes"] : []));
    expect(result, format).toMatchObject({
      ...{ users: 3, format, hashes_left_out: left, addresses_left_out: 0 },
      memberships_left_out: places ? 0 : 3,
    });
    const to = await aTenant();
    await aPolicy(to, { loginOtp: "never" });
    await anOrganization(to, { slug: "acme" });
    await createRole(to, { key: "editor", name: "Editor", permissions: [] });
    const file = ["users", "import", join(folder, format), "--format", format, ...at(to)];
    expect(await atriumJson(file), format).toMatchObject({ created: 3, refused: 0 });
    for (const [name, { email, external_id, display_name }] of Object.entries(own)) {
      const user = await storedUser(to, email);
      expect(user, `${name} by ${format}`).toMatchObject({
        ...{ externalId: external_id, displayName: display_name },
        emailVerifiedMethod: "tenant_asserted",
      });
      expect(user?.memberships, format).toHaveLength(places ? 1 : 0);
      const { status } = await callPreflight(to, { email, password: vectors.password });
      const comesAlong = (hashes as readonly string[]).includes(name);
      expect(status, `${name} by ${format}`).toBe(comesAlong ? 200 : 401);
    }
  }
  const none = await atrium([
    ...["users", "export", "--output", join(folder, "none"), "--format", "firebase"],
    ...["--with-hashes", ...at(from)],
  ]);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("leave out --with-hashes")]);
}, 240_000);

test("hashes are only exported by an operator who holds the database's master key", async () => {
  const output = join(await mkdtemp(join(tmpdir(), "atrium-export-")), "users");
  const { code, stderr } = await atrium(
    ["users", "export", "--with-hashes", "--output", output, ...at(acme)],
    { ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url") },
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining("master key")]);
  await expect(readFile(output)).rejects.toThrow("ENOENT");
  expect(await loggedExports(acme)).toEqual([]);
}, 30_000);

/** Whether hashes were included, for each export in the tenant's audit log. */
async function loggedExports(place: TestEnvironment): Promise<boolean[]> {
  const rows = await inPrismaTransaction(
    place,
    ({ prisma }) => prisma.$queryRaw<{ hashes: boolean; actor: string }[]>`
      SELECT (metadata ->> 'with_hashes')::boolean AS hashes, actor ->> 'id' AS actor FROM audit_events
      WHERE kind = 'users.exported' ORDER BY id`,
  );
  for (const { actor } of rows) expect(actor).toBe("command-line");
  return rows.map(({ hashes }) => hashes);
}

test("a dry run reports what would happen, and a missing file is reported", async () => {
  const { stdout, code } = await atrium(
    importing("auth0.ndjson", "--dry-run", "--mode", "new_only"),
  );
  expect(code).toBe(0);
  expect(stdout).toContain("nothing was changed");
  const unfit = join(await mkdtemp(join(tmpdir(), "atrium-unfit-")), "users.csv");
  await writeFile(unfit, "Mail,Name\nada@csv.example,Ada\n");
  const refused = await atrium(["users", "import", unfit, "--format", "csv", ...at(acme)]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining("no field of a user: mail, name"),
  ]);
  const missing = await atrium(importing("nothing.json"));
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("nothing.json");
}, 60_000);

import { hash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createRole } from "@/lib/roles/create-role";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOrganization } from "@/tests/builders/an-organization";
import vectors from "@/tests/hashes/hashes.json" with { type: "json" };
import { callPreflight } from "@/tests/support/call-login";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { storedUser } from "@/tests/support/stored-user";

// The files are in the documented form of each system; the guides give these commands.

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
  await anOrganization(acme, { slug: "acme" });
  await createRole(acme, { key: "editor", name: "Editor", permissions: [] });
});

const importing = (file: string, format: string, ...more: string[]) => [
  ...["users", "import", `tests/guides/${file}`, "--format", format],
  ...["--tenant", acme.publicId, "--environment", acme.environmentKey, ...more],
];
const status = async (email: string) =>
  (await callPreflight(acme, { email, password: vectors.password })).status;

test.each([
  ["auth0.ndjson", "auth0", ["ada", "grace"]],
  ["keycloak.json", "keycloak", ["ada", "grace"]],
  ["better-auth.ndjson", "better-auth", ["ada"]],
  ["logto.ndjson", "logto", ["ada", "grace"]],
  ["firebase.json", "firebase", ["ada"]],
  ["cognito.json", "cognito", []],
  ["users.csv", "csv", ["ada"]],
])(
  "users of %s come along, and those with a hash sign in with the password they had",
  async (file, format, withPassword) => {
    const more = {
      firebase: ["--firebase-hash-config", "tests/guides/firebase-hash-config.txt"],
      csv: ["--column", "Mail=email"],
    }[format];
    const problems = join(await mkdtemp(join(tmpdir(), "atrium-import-")), "problems.ndjson");
    const done = await atriumJson([
      ...importing(file, format, ...(more ?? [])),
      "--problems",
      problems,
    ]);
    expect(done).toMatchObject({ status: "completed", created: 2, refused: 1 });
    const [refused] = (await readFile(problems, "utf8")).trim().split("\n");
    expect(JSON.parse(refused ?? "")).toMatchObject({
      code: format === "csv" ? "malformed" : "disabled",
    });
    const address = (name: string) => `${name}@${format}.example`;
    expect(await storedUser(acme, address("ada"))).toMatchObject({
      emailVerifiedMethod: "tenant_asserted",
    });
    expect((await storedUser(acme, address("grace")))?.emailVerifiedMethod ?? null).toBe(
      format === "logto" ? "tenant_asserted" : null,
    );
    for (const name of ["ada", "grace"])
      expect(await status(address(name)), name).toBe(withPassword.includes(name) ? 200 : 401);
  },
  60_000,
);

test("users who are exported with their hashes are the same elsewhere, and sign in there", async () => {
  const [from, to] = [await aTenant(), await aTenant()];
  await aPolicy(to, { loginOtp: "never" });
  for (const place of [from, to]) {
    await anOrganization(place, { slug: "acme" });
    await createRole(place, { key: "editor", name: "Editor", permissions: [] });
  }
  const folder = await mkdtemp(join(tmpdir(), "atrium-export-"));
  const at = (place: TestEnvironment) => [
    ...["--tenant", place.publicId, "--environment", place.environmentKey],
  ];
  const csv = [
    "users",
    "import",
    "tests/guides/users.csv",
    "--format",
    "csv",
    "--column",
    "Mail=email",
  ];
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
  for (const email of ["ada@csv.example", "weak@csv.example"]) {
    const { status } = await callPreflight(to, { email, password: vectors.password });
    expect(status, email).toBe(200);
  }
}, 90_000);

test("a dry run says what would happen, and a file that is not there is told", async () => {
  const { stdout, code } = await atrium(
    importing("auth0.ndjson", "auth0", "--dry-run", "--mode", "new_only"),
  );
  expect(code).toBe(0);
  expect(stdout).toContain("nothing was changed");
  const missing = await atrium(importing("nothing.json", "auth0"));
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("nothing.json");
}, 60_000);

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { freePort } from "../postgres/free-port";

/** This folder as a fresh clone: without the files of a start. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "atrium-clone-"));
  for (const name of readdirSync(".").filter((entry) => !entry.startsWith(".")))
    symlinkSync(resolve(name), join(clone, name));
});
afterEach(() => rmSync(clone, { recursive: true }));

/** Starts the service there with nothing but these variables, and waits until it has ended. */
function start(env: Record<string, string>): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "tools/start/main.ts"], {
    cwd: clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
  });
  let words = "";
  const hear = (chunk: Buffer) => {
    words += chunk.toString();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((settle) => child.once("close", (code) => settle({ code, words })));
}

test("npm start reports every mistake of the configuration at once, whatever the port is", async () => {
  const taken = createServer().listen(0);
  const { port } = taken.address() as AddressInfo;
  const { code, words } = await start({
    DATABASE_URL: "foo",
    ATRIUM_BASE_URL: "http://id.example.com",
    ATRIUM_SMTP_URL: "foo",
    ATRIUM_MAIL_FROM: "foo",
    ATRIUM_TRUSTED_PROXIES: "10.0.0.0/99",
    ATRIUM_LOG_LEVLE: "info",
    ATRIUM_LIMIT_BODY_BYTES: "0",
    ATRIUM_SERVE: "everything",
    ATRIUM_UNHEARD_OF: "foo",
    PORT: String(port),
  });
  taken.close();
  expect(code).toBe(1);
  expect(words).toContain("has 9 problem(s)");
  for (const name of [
    ...["DATABASE_URL", "ATRIUM_BASE_URL", "ATRIUM_SMTP_URL", "ATRIUM_MAIL_FROM", "ATRIUM_SERVE"],
    ...["ATRIUM_TRUSTED_PROXIES", "ATRIUM_LOG_LEVLE", "ATRIUM_LIMIT_BODY_BYTES"],
    ...["ATRIUM_MASTER_KEY"],
  ])
    expect(words).toContain(`- ${name} `);
  expect(words).toContain("ATRIUM_UNHEARD_OF is no setting");
  expect(words).not.toContain("already in use");
  expect(words).not.toMatch(/^ +at /m);
}, 60_000);

test("an invalid port is reported, also where the database is our own", async () => {
  const { code, words } = await start({ PORT: "99999", ATRIUM_MAIL_FROM: "foo" });
  expect(code).toBe(1);
  expect(words).toContain("- PORT ");
  expect(words).toContain("- ATRIUM_MAIL_FROM ");
  expect(words).not.toMatch(/^ +at /m);
}, 60_000);

test("a start that may not migrate refuses a database without a schema, and names the command that makes one", async () => {
  const admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  const name = `atrium_bare_${randomBytes(6).toString("hex")}`;
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} OWNER atrium_owner`);
    const url = new URL(process.env.DATABASE_URL ?? "");
    url.pathname = `/${name}`;
    const { code, words } = await start({
      ATRIUM_MODE: "local",
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
      ATRIUM_MIGRATE: "never",
      DATABASE_URL: url.href,
      // A closed port: a server that migrates nothing does not connect as the owner.
      DATABASE_OWNER_URL: "postgres://atrium_owner@127.0.0.1:1/atrium",
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(words).toMatch(/migrations are pending\. .*npm run atrium -- db migrate/);
    expect(words).not.toMatch(/^ +at /m);
    const { rows } = await admin.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1", [name]);
    expect(rows).toEqual([]);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}, 60_000);

test("a start that may not migrate does not start a database of its own", async () => {
  const { code, words } = await start({ ATRIUM_MIGRATE: "never" });
  expect(code).toBe(1);
  expect(words).toContain("ATRIUM_MIGRATE=never is for a database of yours");
  expect(words).not.toMatch(/^ +at /m);
}, 60_000);

test("a wrong address of the database is reported by its name before anything else is done", async () => {
  const [web, owner] = [process.env.DATABASE_URL, process.env.DATABASE_OWNER_URL];
  const changed = (change: (url: URL) => void) => {
    const url = new URL(web ?? "");
    change(url);
    return url.href;
  };
  const wrong: [string, Record<string, string>, RegExp][] = [
    [
      "DATABASE_URL",
      { DATABASE_URL: changed((url) => Object.assign(url, { password: "another" })) },
      /it refuses the login/,
    ],
    [
      "DATABASE_DIRECT_URL",
      { DATABASE_DIRECT_URL: changed((url) => Object.assign(url, { port: "1" })) },
      /nothing listens there/,
    ],
    [
      "DATABASE_OWNER_URL",
      { DATABASE_OWNER_URL: changed((url) => Object.assign(url, { pathname: "/nowhere" })) },
      /there is no such database/,
    ],
  ];
  for (const [name, variables, reason] of wrong) {
    const { code, words } = await start({
      ATRIUM_MODE: "local",
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
      DATABASE_URL: web ?? "",
      DATABASE_OWNER_URL: owner ?? "",
      PORT: "0",
      ...variables,
    });
    expect(code).toBe(1);
    expect(words).toMatch(new RegExp(`The database of ${name} cannot be used: ${reason.source}`));
    expect(words).not.toContain("another");
    expect(words).not.toMatch(/^ +at /m);
  }
}, 180_000);

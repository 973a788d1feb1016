import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { ConfigurationError, loadConfig, variableNames } from "@/lib/config/config";
import { limitsSchema, limitVariable } from "@/lib/config/limits";

const key = randomBytes(32).toString("base64url");
const local = {
  ATRIUM_MODE: "local",
  DATABASE_URL: "postgres://a@localhost/a",
  ATRIUM_MASTER_KEY: key,
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

test("a local installation needs a database and a master key, and nothing else", () => {
  const config = loadConfig(local);
  expect(config.baseUrl).toBe("http://localhost:3000");
  expect(config.databaseOwnerUrl).toBe(local.DATABASE_URL);
  expect(config.limits.tokenRequests).toBe(300);
});

test("every mistake is reported at once, by the name of its variable", () => {
  const problems = problemsOf({
    ATRIUM_BASE_URL: "https://id.example/path",
    ATRIUM_MASTER_KEY: "short",
    ATRIUM_LIMIT_LOGIN_FAILURES: "many",
  }).join("\n");
  for (const name of [
    "ATRIUM_BASE_URL",
    "ATRIUM_MASTER_KEY",
    "DATABASE_URL",
    "ATRIUM_LIMIT_LOGIN_FAILURES",
  ])
    expect(problems).toContain(name);
});

test("production is the default and refuses http and a missing mail server", () => {
  const problems = problemsOf({ ...local, ATRIUM_MODE: "" }).join("\n");
  expect(problems).toContain("ATRIUM_BASE_URL must be https");
  expect(problems).toContain("ATRIUM_SMTP_URL");
});

test("a master key that somebody typed is refused", () => {
  const typed = Buffer.alloc(32, "a").toString("base64");
  expect(problemsOf({ ...local, ATRIUM_MASTER_KEY: typed }).join()).toContain("not random");
});

const production = {
  ...local,
  ATRIUM_MODE: "production",
  ATRIUM_BASE_URL: "https://id.example",
  ATRIUM_SMTP_URL: "smtps://mail.example",
};

test("a production installation with secrets of its own starts", () => {
  expect(problemsOf(production)).toEqual([]);
});

test.each([
  ["none", ""],
  ["all zeros", Buffer.alloc(32).toString("base64url")],
  ["a repeated byte", Buffer.alloc(32, 0x61).toString("base64url")],
  ["a repeated word", Buffer.from("changemechangemechangemechangeme").toString("base64url")],
  ["too short", randomBytes(16).toString("base64url")],
  ["too long", randomBytes(64).toString("base64url")],
  ["no base64", "change-me"],
])("production does not start with a master key that is %s", (_, weak) => {
  expect(problemsOf({ ...production, ATRIUM_MASTER_KEY: weak }).join()).toContain(
    "ATRIUM_MASTER_KEY",
  );
});

test("the example environment file holds no key that would start", () => {
  const example = parseEnv(readFileSync(".env.example", "utf8"));
  expect(problemsOf({ ...production, ...example }).join()).toContain("ATRIUM_MASTER_KEY");
});

test("a limit is overridden by its variable", () => {
  expect(loadConfig({ ...local, ATRIUM_LIMIT_BODY_BYTES: "10" }).limits.bodyBytes).toBe(10);
});

test("the example file lists each variable, and each limit with its default", () => {
  const lines = readFileSync(".env.example", "utf8").split("\n");
  const limits = Object.entries(limitsSchema.parse({})).map(
    ([name, value]) => `# ${limitVariable(name)}=${value}`,
  );
  const wanted = [...variableNames.map((name) => `${name}=`), ...limits];
  expect(wanted.filter((line) => !lines.includes(line))).toEqual([]);
});

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { ConfigurationError, loadConfig } from "@/lib/kernel/config/config";
import { environmentSchema } from "@/lib/kernel/config/environment-schema";
import { limitsSchema, limitVariable } from "@/lib/kernel/config/limits";
import { unknownVariables } from "@/lib/kernel/config/unknown-variables";

const key = randomBytes(32).toString("base64url");
const local = {
  ATRIUM_MODE: "local",
  DATABASE_URL: "postgres://a@localhost/a",
  ATRIUM_MASTER_KEY: key,
};

/** Verifiers of witnesses, as their operators publish them. */
const WITNESS = "witness.example/lite+29f43331+BInWwU5W8uAQuWG66LQNCZGZguCWIIn3xRcQ5zA523YO";
const OTHER_WITNESS = "other.example+55e3f4b3+BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f";

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

test("DATABASE_URL is a pooler's when DATABASE_DIRECT_URL leads elsewhere, and the owner connects past it", () => {
  const direct = "postgres://a@database/a";
  expect(loadConfig(local)).toMatchObject({ pooled: false, databaseDirectUrl: local.DATABASE_URL });
  expect(loadConfig({ ...local, DATABASE_DIRECT_URL: direct })).toMatchObject({
    pooled: true,
    databaseUrl: local.DATABASE_URL,
    databaseDirectUrl: direct,
    databaseOwnerUrl: direct,
  });
  expect(loadConfig({ ...local, DATABASE_DIRECT_URL: local.DATABASE_URL }).pooled).toBe(false);
});

test("the direct address of a pooler uses the same login", () => {
  const problems = problemsOf({ ...local, DATABASE_DIRECT_URL: "postgres://owner@localhost/a" });
  expect(problems).toEqual([expect.stringContaining("DATABASE_DIRECT_URL names another login")]);
});

test("a start migrates unless it is set to never", () => {
  expect(loadConfig(local).migrates).toBe("start");
  expect(loadConfig({ ...local, ATRIUM_MIGRATE: "never" }).migrates).toBe("never");
  expect(problemsOf({ ...local, ATRIUM_MIGRATE: "sometimes" }).join()).toContain("ATRIUM_MIGRATE");
});

test("jobs run in a process of their own unless another is configured", () => {
  expect(loadConfig(local).worker).toBe("own");
  expect(loadConfig({ ...local, ATRIUM_WORKER: "inside" }).worker).toBe("inside");
  expect(problemsOf({ ...local, ATRIUM_WORKER: "web" }).join()).toContain("ATRIUM_WORKER");
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

test("disagreements of two variables are reported beside the mistakes of each", () => {
  const problems = problemsOf({
    ATRIUM_MODE: "prodction",
    ATRIUM_BASE_URL: "http://id.example",
    ATRIUM_BASE_ULR: "https://id.example",
    ATRIUM_MASTER_KEY: "short",
    ATRIUM_SMTP_URL: "foo",
    ATRIUM_MAIL_FROM: "nobody in particular",
    ATRIUM_TRUSTED_PROXIES: "10.0.0.0/99, 192.0.2.1, proxy.example",
    ATRIUM_LIMIT_LOGIN_FAILURES: "many",
    ATRIUM_PROCESSES: "0",
    DATABASE_URL: "mysql://a@localhost/a",
    PORT: "99999",
    ATRIUM_METRICS_PORT: "99999",
  });
  expect(problems.map((line) => line.split(" ", 1)[0]).toSorted()).toEqual([
    "ATRIUM_BASE_ULR",
    "ATRIUM_BASE_URL",
    "ATRIUM_LIMIT_LOGIN_FAILURES",
    "ATRIUM_MAIL_FROM",
    "ATRIUM_MASTER_KEY",
    "ATRIUM_METRICS_PORT",
    "ATRIUM_METRICS_PORT",
    "ATRIUM_MODE",
    "ATRIUM_PROCESSES",
    "ATRIUM_SMTP_URL",
    "ATRIUM_TRUSTED_PROXIES",
    "ATRIUM_TRUSTED_PROXIES",
    "DATABASE_URL",
    "PORT",
  ]);
});

test.each([
  ["ATRIUM_SMTP_URL", ["smtp://mail.example:587", "smtps://a:b%40c@mail.example"]],
  [
    "ATRIUM_MAIL_FROM",
    ["no-reply@id.example", "Acme, Inc. <no-reply@id.example>", "<a@localhost>"],
  ],
  ["ATRIUM_TRUSTED_PROXIES", ["10.0.0.0/8", "192.0.2.1, 2001:db8::/32,::1"]],
  ["DATABASE_URL", ["postgresql://a:b@db:5432/a?sslmode=require"]],
  [
    "ATRIUM_SECURITY_CONTACT",
    ["mailto:security@id.example", "https://id.example/report, tel:+1-201-555-0123"],
  ],
  [
    "ATRIUM_AUDIT_WITNESSES",
    [
      `${WITNESS} https://witness.example/log`,
      ` ${WITNESS}  http://10.0.0.7:7380/ , ${OTHER_WITNESS} https://w.example `,
    ],
  ],
])("a valid %s is accepted", (name, values) => {
  for (const value of values) expect(problemsOf({ ...local, [name]: value }), value).toEqual([]);
});

test.each([
  ["ATRIUM_SMTP_URL", ["mail.example", "http://mail.example", "smtp://", "smtp:mail.example"]],
  ["ATRIUM_MAIL_FROM", ["Acme", "Acme <no-reply>", "a@b@c", "A <a@b>\r\nBcc: c@d", "<a@b> <c@d>"]],
  ["ATRIUM_TRUSTED_PROXIES", ["10.1", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "10.0.0.0/-1", "*"]],
  ["DATABASE_URL", ["localhost", "http://db/a", "postgres:db"]],
  ["DATABASE_OWNER_URL", ["foo"]],
  [
    "ATRIUM_SECURITY_CONTACT",
    [
      ...["security@id.example", "http://id.example", "mailto:", "javascript:alert(1)"],
      "https://id.example/\nExpires: 2099-01-01T00:00:00Z",
    ],
  ],
  [
    "ATRIUM_AUDIT_WITNESSES",
    [
      ...["https://w.example", WITNESS, `${WITNESS} ftp://w.example`, `${WITNESS} w.example`],
      ...[`${WITNESS} https://w.example more`, `${WITNESS} https://u:geheim@w.example`],
      // A changed character of the key, the id of another key, and a key of the kind that signs logs.
      `${WITNESS.replace("+BI", "+BJ")} https://w.example`,
      `witness.example/lite+00000000+${WITNESS.split("+")[2]} https://w.example`,
      "w.example+01020304+AQIDBA== https://w.example",
      `${WITNESS} https://w.example, ${WITNESS} https://x.example`,
      Array.from({ length: 11 }, () => `${WITNESS} https://w.example`).join(","),
    ],
  ],
])("an invalid %s is refused, and the message does not repeat its password", (name, values) => {
  for (const value of values) {
    const [problem, ...more] = problemsOf({ ...local, [name]: value });
    expect(problem, value).toMatch(new RegExp(`^${name} `));
    expect(more).toEqual([]);
    if (name.endsWith("_URL")) expect(problem).not.toContain(`is ${value}`);
  }
});

test.each([
  ["ATRIUM_TRUSTED_PROXY", "ATRIUM_TRUSTED_PROXIES"],
  ["ATRIUM_SMPT_URL", "ATRIUM_SMTP_URL"],
  ["ATRIUM_MASTERKEY", "ATRIUM_MASTER_KEY"],
  ["ATRIUM_LIMIT_LOGIN_FAILUERS", "ATRIUM_LIMIT_LOGIN_FAILURES"],
  ["ATRIUM_DATABASE_URL", "DATABASE_URL"],
  ["ATRIUM_PORT", "PORT"],
])("the misspelt %s is refused, and the message names %s", (name, meant) => {
  expect(problemsOf({ ...local, [name]: "1" })).toEqual([
    expect.stringMatching(`^${name} .*${meant}\\?`),
  ]);
});

test("a variable that is neither a setting nor a misspelling is reported without stopping the start", () => {
  const foreign = { ...local, ATRIUM_BACKUP_FOLDER: "/backup", ATRIUM_TRUSTED: "x" };
  expect(problemsOf(foreign)).toEqual([]);
  expect(unknownVariables(foreign)).toMatchObject([
    { name: "ATRIUM_BACKUP_FOLDER" },
    { name: "ATRIUM_TRUSTED", nearest: expect.any(String) },
  ]);
});

test("variables that Kubernetes sets for a service named atrium are not settings", () => {
  const injected = {
    ATRIUM_SERVICE_HOST: "10.0.0.1",
    ATRIUM_SERVICE_PORT: "3000",
    ATRIUM_SERVICE_PORT_HTTP: "3000",
    ATRIUM_PORT: "tcp://10.0.0.1:3000",
    ATRIUM_PORT_3000_TCP: "tcp://10.0.0.1:3000",
    ATRIUM_PORT_3000_TCP_PROTO: "tcp",
    ATRIUM_PORT_3000_TCP_PORT: "3000",
    ATRIUM_PORT_3000_TCP_ADDR: "10.0.0.1",
  };
  expect(problemsOf({ ...local, ...injected })).toEqual([]);
  expect(unknownVariables({ ...local, ...injected })).toEqual([]);
});

test("production is the default and refuses http and a missing mail server", () => {
  const problems = problemsOf({ ...local, ATRIUM_MODE: "" }).join("\n");
  expect(problems).toContain("ATRIUM_BASE_URL must be https");
  expect(problems).toContain("ATRIUM_SMTP_URL");
});

test("a master key typed by hand is refused", () => {
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

test("fields of security.txt need a contact, and are addresses", () => {
  const beside = {
    ATRIUM_SECURITY_DISCLOSURE_POLICY: "https://id.example/disclosure",
    ATRIUM_SECURITY_ENCRYPTION: "openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f",
  };
  const contact = { ATRIUM_SECURITY_CONTACT: "mailto:security@id.example" };
  expect(problemsOf({ ...local, ...contact, ...beside })).toEqual([]);
  const alone = problemsOf({ ...local, ...beside });
  expect(alone.map((line) => line.split(" ", 1)[0])).toEqual(Object.keys(beside));
  const wrong = Object.fromEntries(Object.keys(beside).map((name) => [name, "http://id.example"]));
  const problems = problemsOf({ ...local, ...contact, ...wrong });
  expect(problems.map((line) => line.split(" ", 1)[0])).toEqual(Object.keys(beside));
});

test("a limit is overridden by its variable", () => {
  expect(loadConfig({ ...local, ATRIUM_LIMIT_BODY_BYTES: "10" }).limits.bodyBytes).toBe(10);
});

test("the example file lists each variable, and each limit with its default", () => {
  const lines = readFileSync(".env.example", "utf8").split("\n");
  const limits = Object.entries(limitsSchema.parse({})).map(
    ([name, value]) => `# ${limitVariable(name)}=${value}`,
  );
  const expected = [...Object.keys(environmentSchema.shape).map((name) => `${name}=`), ...limits];
  expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
});

import { expect, test } from "vitest";
import { atrium, atriumJson } from "@/tests/support/command-line";

interface Check {
  sound: boolean;
  settings: { name: string; value: string | null; source: string; problems: string[] }[];
  unknown: string[];
}

test("each setting is listed with its effective value and its source, and no secret is shown", async () => {
  const { stdout, code } = await atrium(["config", "check", "--json"], { PORT: "4100" });
  expect(code).toBe(0);
  const { sound, settings } = JSON.parse(stdout) as Check;
  expect(sound).toBe(true);
  expect(settings.find(({ name }) => name === "PORT")).toMatchObject({
    value: "4100",
    source: "environment",
  });
  expect(settings.find(({ name }) => name === "ATRIUM_LIMIT_LOGIN_FAILURES")).toMatchObject({
    value: "5",
    source: "default",
  });
  expect(settings.find(({ name }) => name === "ATRIUM_DRAIN_SECONDS")).toMatchObject({
    value: "0",
    source: "default",
  });
  expect(stdout).not.toContain(process.env.ATRIUM_MASTER_KEY);
  expect(stdout).not.toContain(new URL(process.env.DATABASE_URL ?? "").password);
}, 120_000);

test("every mistake is named beside its setting, and sets the exit code", async () => {
  const wrong = {
    ATRIUM_MODE: "production",
    ATRIUM_BASE_URL: "http://id.example.com/path",
    ATRIUM_MASTER_KEY: "short",
    ATRIUM_LIMIT_LOGIN_FAILURES: "none",
    ATRIUM_BASE_ULR: "https://id.example.com",
  };
  const { code, stdout } = await atrium(["config", "check"], wrong);
  expect(code).toBe(1);
  for (const words of [
    "ATRIUM_BASE_URL must be an origin",
    "ATRIUM_MASTER_KEY must be exactly 32 bytes",
    "ATRIUM_LIMIT_LOGIN_FAILURES",
    "Unknown setting ATRIUM_BASE_ULR. Did you mean ATRIUM_BASE_URL",
  ])
    expect(stdout).toContain(words);
  expect(stdout).not.toContain("short");
}, 120_000);

test("effective values are shown to people too, and no password in an address", async () => {
  const { code, stdout } = await atrium(["config", "check"], {
    ATRIUM_SMTP_URL: "smtp://a:opensesame@mail.example?pass=opensesame",
    ATRIUM_UNRELATED_THING: "1",
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/ATRIUM_DATABASE_POOL +10 +default/);
  expect(stdout).toMatch(/ATRIUM_LIMIT_TOKEN_REQUESTS +300 +default/);
  expect(stdout).toMatch(/ATRIUM_TRUSTED_PROXIES +\(none\) +default/);
  expect(stdout).toContain("Unknown setting ATRIUM_UNRELATED_THING");
  expect(stdout).not.toContain("opensesame");
}, 120_000);

test("the database reports whether it is current, and migrating it again changes nothing", async () => {
  expect(await atriumJson(["db", "status"])).toMatchObject({ current: true, pending: [] });
  expect(await atriumJson(["db", "migrate"])).toEqual({ applied: [], first_keys: [] });
}, 120_000);

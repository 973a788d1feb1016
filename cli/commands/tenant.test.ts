import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import { eventsOf } from "@/tests/support/audit-events";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { queuedMail } from "@/tests/support/queued-mail";

interface Tenant {
  id: string;
  name: string;
  status: string;
  environments: { id: string; key: string; kind: string }[];
}

test("a tenant is created, found, disabled with a reason and enabled, each time with an event in its own log", async () => {
  const made = await atriumJson<Tenant>([
    ...["tenant", "create", "Umbrella"],
    ...["--environment", "production", "--environment", "eu-try-out:staging"],
  ]);
  expect(made.environments).toMatchObject([
    { key: "production", kind: "production" },
    { key: "eu-try-out", kind: "staging" },
  ]);
  const listed = await atrium(["tenant", "list", "--search", "umbr"]);
  expect(listed.stdout).toContain(made.id);
  const disabled = await atrium(["tenant", "disable", made.id, "--reason", "unpaid"]);
  expect(disabled.stdout).toContain("disabled: unpaid");
  expect((await resolveTenant(made.id))?.status).toBe("disabled");
  expect(await atriumJson<Tenant>(["tenant", "enable", made.id])).toMatchObject({
    status: "active",
  });
  const tenantId = (await resolveTenant(made.id))?.tenantId ?? "";
  const scope = { tenantId, environmentId: made.environments[0]?.id ?? "" };
  expect(await eventsOf(scope, tenantId)).toEqual([
    "tenant.created",
    "tenant.disabled",
    "tenant.enabled",
  ]);
}, 120_000);

test("a tenant's first owner is invited by mail, and an invalid address makes no tenant", async () => {
  const email = `${randomUUID()}@owners.example`;
  const made = await atrium(["tenant", "create", "Owned", "--owner", email]);
  expect(made.code).toBe(0);
  expect(made.stdout).toContain(email);
  const platform = await readPlatform();
  if (!platform) throw new Error("there is no platform");
  expect(await queuedMail(platform, email)).toHaveLength(1);
  for (const wrong of ["nobody", "a b@c.example", "ada@exämple.com"]) {
    const { code, stdout, stderr } = await atrium(["tenant", "create", "Lost", "--owner", wrong]);
    expect(code, wrong).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/address/);
  }
  expect((await atrium(["tenant", "list", "--search", "Lost"])).stdout).toContain("There is none");
}, 120_000);

test("an unknown tenant is reported on stderr, with a code for programs, and nothing on stdout", async () => {
  const plain = await atrium(["tenant", "disable", "atr_AAAAAAAAAAAAAAAAAAAAAA"]);
  expect(plain).toMatchObject({ code: 1, stdout: "" });
  expect(plain.stderr).toMatch(/There is no tenant atr_A+/);
  const json = await atrium(["--json", "tenant", "enable", "nonsense"]);
  expect(json).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "missing" } });
}, 120_000);

test("mistakes of an argument are reported before anything is done", async () => {
  for (const args of [
    ["tenant", "create"],
    ["tenant", "create", "Wrong", "--environment", "Not a key"],
    ["tenant", "create", "Wrong", "--environment", "eu"],
    ["tenant", "sell", "atr_x"],
  ]) {
    const { code, stdout, stderr } = await atrium(args);
    expect(code, args.join(" ")).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/error|Say its kind/);
  }
}, 120_000);

test("help needs no database and no configuration, and teaches the first steps", async () => {
  const nothing = { DATABASE_URL: "", DATABASE_OWNER_URL: "", ATRIUM_MASTER_KEY: "" };
  const { code, stdout } = await atrium(["--help"], nothing);
  expect(code).toBe(0);
  for (const noun of ["tenant", "operator", "credential", "keys", "config", "db", "mail", "audit"])
    expect(stdout).toContain(`  ${noun}`);
  for (const group of ["The installation:", "Tenants and their users:", "Operators, and this"])
    expect(stdout).toContain(`\n${group}`);
  expect(stdout).toContain("operator invite you@example.com");
  expect((await atrium(["tenant", "create", "--help"], nothing)).stdout).toContain("--json");
}, 120_000);

test("an unreachable database is reported in a sentence", async () => {
  const nowhere = "postgres://nobody@127.0.0.1:1/nothing";
  const { code, stderr } = await atrium(["tenant", "list"], {
    DATABASE_URL: nowhere,
    DATABASE_OWNER_URL: nowhere,
  });
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/cannot be reached/);
}, 120_000);

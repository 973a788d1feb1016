import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfigurationText } from "@/lib/features/configuration/configuration-text";
import { configurationSchema } from "@/lib/features/configuration/contract/tenant-configuration-schema";
import { aConfiguredTenant } from "@/tests/builders/a-configured-tenant";
import { atrium, atriumJson } from "@/tests/support/command-line";

const folder = mkdtempSync(join(tmpdir(), "atrium-configuration-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file into the folder. */
function aFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Returns the blocks of code in the documentation that begin with a comment. */
function documented(comment: string): string {
  const page = readFileSync("docs/CONFIGURATION.md", "utf8");
  const block = page.split("```yaml\n").find((text) => text.startsWith(comment));
  if (!block) throw new Error(`docs/CONFIGURATION.md has no ${comment}`);
  return block.split("```")[0] ?? "";
}

interface Applied {
  tenant: string;
  environments_created: string[];
  steps: { section: string; key: string | null; action: string }[];
  kept: object[];
  secrets: { key: string; client_id: string; client_secret: string | null }[];
}

test("one command makes a tenant from the documentation's file, and a second plan of it is empty", async () => {
  const file = aFile("tenant.yaml", documented("# yaml-language-server"));
  const variables = { PORTAL_CLIENT_SECRET: "q0bXJ1cQm0Kp4kq8m8c1Y8v1hQ3b9r2o0wq7d5c6b4A" };
  const made = await atriumJson<Applied>(["tenant", "apply", file, "--create"], variables);
  expect(made.steps.length).toBeGreaterThan(8);
  expect(made.secrets).toMatchObject([{ key: "portal", client_secret: null }]);
  const { tenant } = made;
  const again = await atrium(["tenant", "apply", file, "--tenant", tenant], variables);
  expect(again).toMatchObject({ code: 0, stdout: "Nothing to do.\n" });
  const plan = await atrium(["tenant", "plan", file, "--tenant", tenant, "--prune"], variables);
  expect(plan.stdout).toContain("Nothing to do.");
  const diff = await atrium(["tenant", "diff", file, "--tenant", tenant], variables);
  expect(diff).toMatchObject({ code: 0, stdout: "The tenant is as the file says.\n" });
}, 180_000);

test("the plan of an export is empty, and a change is applied by the fingerprint that was shown", async () => {
  const { publicId: tenant } = await aConfiguredTenant();
  const file = join(folder, "exported.yaml");
  const exported = await atrium(["tenant", "export", file, "--tenant", tenant]);
  expect(exported).toMatchObject({ code: 0 });
  const text = readFileSync(file, "utf8");
  const stdout = await atrium(["tenant", "export", "--tenant", tenant]);
  expect(stdout.stdout).toBe(text);
  expect((await atrium(["tenant", "plan", file, "--tenant", tenant])).stdout).toContain(
    "Nothing to do",
  );
  const changed = aFile("changed.yaml", text.replace("name: Analyst", "name: Senior analyst"));
  const unseen = await atrium(["tenant", "apply", changed, "--tenant", tenant]);
  expect(unseen.code).toBe(1);
  expect(unseen.stdout).toContain('name: "Analyst" -> "Senior analyst"');
  const [, fingerprint = ""] = /--fingerprint (\S+)/.exec(unseen.stderr) ?? [];
  const wrong = await atrium([
    "tenant",
    "apply",
    changed,
    "--tenant",
    tenant,
    "--fingerprint",
    "other",
  ]);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("not as it was") });
  const done = await atriumJson<Applied>([
    ...["tenant", "apply", changed, "--tenant", tenant, "--fingerprint", fingerprint],
  ]);
  expect(done.steps).toMatchObject([{ section: "roles", key: "analyst", action: "change" }]);
  const differs = await atrium(["tenant", "diff", file, "--tenant", tenant]);
  expect(differs).toMatchObject({ code: 1, stdout: expect.stringContaining("~ role analyst") });
}, 240_000);

test("an environment is promoted with other values, and mistakes are reported with line and column", async () => {
  const text = `${documented("# tenant.yaml")}
  development:
    kind: development
    roles:
      analyst: { name: Analyst }
`;
  const file = aFile("promoted.yaml", `${text}tenant: { name: Initech }\n`);
  const values = aFile("values.yaml", documented("# production.yaml"));
  const valueOptions = ["--values", values, "--set", "environment=production"];
  const refused = await atrium(["tenant", "apply", file, "--create", ...valueOptions]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/promoted\.yaml:4:3: environments\.production: a new environment/);
  const only = ["--environment", "development"];
  const made = await atriumJson<Applied>([
    "tenant",
    "apply",
    file,
    "--create",
    ...valueOptions,
    ...only,
  ]);
  const kind = aFile("kind.yaml", "version: 1\nenvironments: { live: { kind: production } }\n");
  await atriumJson(["tenant", "apply", kind, "--tenant", made.tenant, "--yes"]);
  const promoted = await atriumJson<Applied>([
    ...[
      "tenant",
      "apply",
      file,
      "--tenant",
      made.tenant,
      ...valueOptions,
      ...only,
      "--as",
      "live",
      "--yes",
    ],
  ]);
  expect(promoted.steps).toMatchObject([{ section: "roles", key: "analyst", action: "create" }]);
  const broken = aFile("broken.yaml", "version: 1\nenvironments:\n  live:\n    apps: { a: {} }\n");
  const refusal = await atrium(["tenant", "plan", broken, "--tenant", made.tenant, "--json"]);
  expect(JSON.parse(refusal.stderr)).toMatchObject({ error: { code: "malformed" } });
  expect(refusal.stderr).toContain("broken.yaml:4:13: environments.live.apps.a.name");
  const many = aFile(
    "many.yaml",
    `version: 1
environments:
  live:
    apps:
      a: { name: A, status: activ }
      b: {}
    roles:
      r: { name: "\${name}", apps: [b] }
    oidc_clients:
      portal: { name: P, type: public, app: billing, redirect_uris: [https://p.example/], more: 1 }
`,
  );
  const all = await atrium(["tenant", "apply", many, "--tenant", made.tenant, "--yes"]);
  const places = [...all.stderr.matchAll(/many\.yaml:\d+:\d+: \S+/g)].map(([place]) => place);
  expect(places).toEqual([
    "many.yaml:5:21: environments.live.apps.a.status:",
    "many.yaml:6:7: environments.live.apps.b.name:",
    "many.yaml:8:18: ${name}",
    "many.yaml:10:40: environments.live.oidc_clients.portal.app:",
    "many.yaml:10:91: environments.live.oidc_clients.portal.more:",
  ]);
}, 240_000);

test("options that contradict each other are refused before anything is done", async () => {
  const file = aFile("empty.yaml", "version: 1\n");
  for (const [args, message] of [
    [[file], "Say which tenant"],
    [[file, "--tenant", "atr_x", "--create"], "Say which tenant"],
    [[file, "--create", "--fingerprint", "x"], "--fingerprint says"],
    [[file, "--tenant", "atr_x", "--set", "no value"], "Say name=value"],
    [[file, "--tenant", "atr_x", "--as", "live"], "--as applies one"],
    [[file, "--tenant", "atr_x"], "There is no tenant"],
    [[join(folder, "nothing.yaml"), "--tenant", "atr_x"], "ENOENT"],
  ] as const) {
    const { code, stderr } = await atrium(["tenant", "apply", ...args]);
    expect([code, stderr], args.join(" ")).toEqual([1, expect.stringContaining(message)]);
  }
}, 240_000);

test("the schema for editors is the one of this version, and accepts the documentation's file", async () => {
  const written = JSON.parse(readFileSync("docs/tenant.schema.json", "utf8"));
  expect(written).toEqual(configurationSchema());
  const printed = await atrium(["tenant", "schema"], { DATABASE_URL: "", ATRIUM_MASTER_KEY: "" });
  expect(JSON.parse(printed.stdout)).toEqual(written);
  const text = documented("# yaml-language-server");
  expect(readConfigurationText(text, "docs", {}).configuration.name).toBe("Acme");
}, 120_000);

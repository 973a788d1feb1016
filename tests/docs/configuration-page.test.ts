import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { aConfiguredTenant } from "@/tests/builders/a-configured-tenant";
import { codeBlocks } from "@/tests/support/code-blocks";

// The commands, the script and the Action of the page on configuration run from their own text. The programs
// that reach the installation (npm, docker, kubectl) are stubs before the command line, which is the real
// one.

const FOLDER = resolve("test-results/configuration-page");
const BIN = join(FOLDER, "bin");
const blocks = codeBlocks().filter(({ page }) => page === "docs/CONFIGURATION.md");
const shell = blocks.filter(({ language }) => language === "sh").map(({ code }) => code);
const [first = "", withValues = "", elsewhere = "", valuesElsewhere = "", script = ""] = shell;
const yaml = (start: string) => blocks.find(({ code }) => code.startsWith(start))?.code ?? "";

/** Passes the arguments after those that reach the command line to it. */
const REACHES = `#!/bin/sh
case "$0" in
  *npm) until [ "$1" = -- ]; do shift; done; shift ;;
  *kubectl|*docker) until [ "$1" = /app/atrium.mjs ]; do shift; done; shift ;;
esac
exec "${process.execPath}" --import tsx "${resolve("cli/atrium.ts")}" "$@"
`;

let tenant: string;
beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(BIN, { recursive: true });
  for (const name of ["npm", "kubectl", "docker", "atrium"]) {
    writeFileSync(join(BIN, name), REACHES);
    chmodSync(join(BIN, name), 0o755);
  }
  const acme = await aConfiguredTenant();
  // A new tenant has no organization yet, so its file can't have an override.
  await changeEntitlementPolicy(acme, { overrides: [] });
  tenant = acme.publicId;
});

/** Runs commands of the page as a tenant's user.
 *  @returns their standard output */
async function run(text: string, env: Record<string, string> = {}): Promise<string> {
  const commands = `set -euo pipefail\n${text.replaceAll("atr_…", tenant)}`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "--noprofile", "-c", commands], {
    cwd: FOLDER,
    env: { ...process.env, ...env, NO_COLOR: "1", PATH: `${BIN}:${process.env.PATH}` },
    timeout: 90_000,
  });
  return stdout;
}

const fingerprintIn = (shown: string) => /Fingerprint: (\S+)/.exec(shown)?.[1] ?? "";

/** Writes another support address into the file, so that there is something to apply. */
const change = (to: string) =>
  run(`sed -i 's/support_url: .*/support_url: mailto:${to}/' tenant.yaml`);

test("every block is looked at", () => {
  expect(shell).toHaveLength(5);
  expect(blocks.filter(({ language }) => !["sh", "yaml", "text"].includes(language))).toEqual([]);
});

test("the commands export, compare, plan and apply, and make a second tenant of the file", async () => {
  const shown = await run(first);
  expect(shown).toContain("atr_");
}, 120_000);

test("a file with variables is planned with values", async () => {
  await run("mv tenant.yaml exported.yaml");
  writeFileSync(join(FOLDER, "tenant.yaml"), yaml("# tenant.yaml"));
  writeFileSync(join(FOLDER, "production.yaml"), yaml("# production.yaml"));
  const planned = await run(withValues);
  expect(planned).toContain("portal");
  expect(await run(valuesElsewhere)).toBe(planned);
  const wrong = "tenant plan - --values - --tenant atr_… < tenant.yaml";
  await expect(run(`atrium ${wrong}`)).rejects.toThrow("a line ---");
  await run("mv exported.yaml tenant.yaml");
}, 90_000);

test("the file is piped to where the installation runs", async () => {
  await run(elsewhere);
}, 60_000);

test("the script applies the plan that it showed, and no other", async () => {
  await change("script@acme.example");
  writeFileSync(join(FOLDER, "configure.sh"), script);
  const env = { TENANT: tenant };
  const fingerprint = fingerprintIn(await run("sh configure.sh plan", env));
  await expect(run("sh configure.sh apply another", env)).rejects.toThrow("Command failed");
  await run(`sh configure.sh apply ${fingerprint}`, env);
  expect(await run("atrium tenant export - --tenant atr_…")).toContain(
    "mailto:script@acme.example",
  );
}, 90_000);

test("the Action plans, and applies that plan", async () => {
  await change("action@acme.example");
  const { jobs, defaults } = parse(yaml("# .github/workflows")) as {
    // The workflow needs pipefail too, which `shell: bash` sets and the default shell does not.
    defaults: { run: { shell: string } };
    jobs: Record<"plan" | "apply", { steps: { name?: string; run?: string }[] }>;
  };
  expect(defaults.run.shell).toBe("bash");
  const commandsOf = (job: "plan" | "apply") =>
    jobs[job].steps.flatMap(({ name, run: command }) => (command && !name ? [command] : []));
  const [output, summary] = [join(FOLDER, "output"), join(FOLDER, "summary")];
  const env = { TENANT: tenant, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  await run(commandsOf("plan").join("\n"), env);
  const fingerprint = (await run("cat output", env)).trim().replace(/^fingerprint=/, "");
  expect(fingerprint).toMatch(/^\S{20,}$/);
  const apply = commandsOf("apply").join("\n");
  await run(apply.replace(/\$\{\{ needs\.plan\.outputs\.fingerprint \}\}/, fingerprint), env);
  expect(await run("atrium tenant export - --tenant atr_…")).toContain(
    "mailto:action@acme.example",
  );
}, 90_000);

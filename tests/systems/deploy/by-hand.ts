import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { documented } from "@/tests/support/documented";
import type { DocumentedShell } from "@/tests/support/documented-shell";
import { copiedCheckout } from "@/tests/support/linked-checkout";
import { build } from "@/tools/build/build.mjs";
import { aShell } from "../harness/ends";
import { aMailServer } from "../harness/mail";
import { expectThat, holds, output } from "../harness/system";
import { Engine, type Services } from "./engine";

type Variables = Record<string, string | undefined>;

/** Runs the commands of docs/DEPLOYING.md for Compose, without an engine: a stand-in runs the services of the
 *  file on this machine, with PostgreSQL, a mail server, and the service in production mode. The first
 *  operator is invited, a backup is made and restored, and the service ends within the time that the file
 *  gives it.
 *  @param read returns the services of the file, by the secrets that were made for it */
export async function runByHand(read: (env: Variables) => Services, psql: string): Promise<void> {
  await build();
  const mail = await aMailServer();
  const folder = copiedCheckout();
  rmSync(join(folder, "deploy/.env"), { force: true });
  const secrets = () => parseEnv(readFileSync(join(folder, "deploy/.env"), "utf8"));
  let services: Services | undefined;
  const engine = await Engine.start(mail, psql, () => {
    services ??= read(secrets());
    return services;
  });
  const shell = aShell({}, { docker: engine.docker }, folder);
  const { ATRIUM_BASE_URL: baseUrl } = await begin(shell, secrets);
  const { port, env } = engine.running;
  const discovery = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
  expectThat((await discovery.json()).issuer === baseUrl, `the issuer is ${baseUrl}`);
  await expectWell(env);
  await restore(shell);
}

/** Runs the first three commands of the page. */
async function begin(shell: DocumentedShell, secrets: () => Variables): Promise<Variables> {
  const stdout = await shell.run(documented("docs/DEPLOYING.md", "deploy/compose-env"));
  const made = secrets();
  const link = `${made.ATRIUM_BASE_URL}/`;
  expectThat(stdout.includes(link), `the first operator has a link: ${stdout}`);
  holds("the service migrates, serves and invites the first operator with the file's environment");
  return made;
}

/** Makes a backup, and restores it into an empty volume. */
async function restore(shell: DocumentedShell): Promise<void> {
  const names = documented("docs/DEPLOYING.md", "compose() {");
  const dump =
    "compose exec -T postgres pg_dump --format=custom --username=atrium_owner atrium > atrium.dump";
  await shell.run(`${names}\natrium tenant create Acme\n${dump}\natrium tenant create Later`);
  const stdout = await shell.run(`${names}\n${documented("docs/DEPLOYING.md", "compose down")}`);
  expectThat(/whole/.test(stdout), `the restored database is whole: ${stdout}`);
  const tenants = await shell.run(`${names}\natrium tenant list\ncompose down`);
  expectThat(
    tenants.includes("Acme") && !tenants.includes("Later"),
    `what was dumped is there, and nothing else: ${tenants}`,
  );
  holds("the runbook backs up and restores, and the service ends within stop_grace_period");
}

/** Expects `doctor` to find no problem, without a proxy and with a mail catcher. */
async function expectWell(env: Record<string, string>): Promise<void> {
  const { checks } = JSON.parse(await doctorSays(env)) as {
    checks: { check: string; status: string; seen: string }[];
  };
  const away = ["own address", "tls"];
  const failed = checks.filter(({ check, status }) => status === "failed" && !away.includes(check));
  expectThat(failed.length === 0, `doctor finds it well: ${JSON.stringify(failed)}`);
  holds("doctor finds nothing wrong but that no proxy is there");
  output(process.execPath, ["--import", "tsx", "cli/atrium.ts", "backup", "check"], { env });
  holds("backup check finds the database whole");
}

/** Returns the output of `doctor`. Waits for it asynchronously, because this process is the mail server that
 *  doctor talks to. */
async function doctorSays(env: Record<string, string>): Promise<string> {
  const doctor = spawn(process.execPath, ["--import", "tsx", "cli/atrium.ts", "doctor", "--json"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [stdout, [code]] = await Promise.all([text(doctor.stdout), once(doctor, "exit")]);
  expectThat(code === 1, `doctor ends with 1, because something is missing: ${code}`);
  return stdout;
}

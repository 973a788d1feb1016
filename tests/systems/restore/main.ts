// npm test -- systems restore: the drill of docs/BACKUPS.md, with everything real and the page's own
// commands. A database is dumped while it is used, restored into another cluster, checked, marked as
// restored, and used again.
import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { DirectClient, repeatedly } from "@/e2e/support/direct-client";
import {
  asOwner,
  commandLine,
  type OwnDatabase,
  startOwnDatabase,
} from "@/e2e/support/own-database";
import { documented } from "@/tests/support/documented";
import type { DocumentedShell } from "@/tests/support/documented-shell";
import { build } from "@/tools/build/build.mjs";
import { withAccount } from "@/tools/postgres/bootstrap";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { aShell, atEnd } from "../harness/ends";
import { startServer, startWorker } from "../harness/servers";
import { runSystem } from "../harness/system";
import { postgresPrograms } from "../harness/tools";
import { until } from "../harness/until";

/** State before the dump; some of it changes afterwards. */
interface Remembered {
  session: string;
  machineToken: string;
  /** Redeemed after the dump. */
  link: string;
}

const PATIENCE_MS = 60_000;
const say = (line: string) => console.log(`restore drill: ${line}`);

async function main(): Promise<void> {
  const bin = postgresPrograms();
  await build();
  const own = await startOwnDatabase();
  const shell = aShell(own.variables, {
    pg_dump: `exec ${bin}/pg_dump "$@"`,
    pg_restore: `exec ${bin}/pg_restore "$@"`,
  });
  const remembered = await dumpInUse(own, shell);
  await own.stop();
  say("the first cluster is gone");
  await restoreAndUse(own, shell, remembered);
  say("everything held");
}

/** Dumps the database while users sign in, and goes on using it: later changes are not in the dump. */
async function dumpInUse(own: OwnDatabase, shell: DocumentedShell): Promise<Remembered> {
  const host = await startServer(own.variables, { port: own.port, host: "localhost" });
  const client = new DirectClient(own.environment.baseUrl, own.demo);
  const session = await client.signIn();
  const machineToken = await client.machineToken();
  const { body, status } = await client.manage(machineToken, "POST", "users", {
    email: "grace@acme.example",
  });
  assert.equal(status, 201);
  const link = (body.set_password as { token: string }).token;
  // Both are queued, one as a message and one as a job: no worker runs yet.
  await commandLine(own.variables, "operator", "invite", "hopper@operators.example");
  await client.asTenant("POST", "password/forgot", { email: own.demo.email });
  const load = repeatedly(() => client.signIn());
  await until("users sign in", PATIENCE_MS, () => load.times() > 3);
  await shell.run(documented("docs/BACKUPS.md", "pg_dump"));
  await until("users sign in", PATIENCE_MS, () => load.times() > 6);
  const { times, failures } = await load.stop();
  assert.deepEqual(failures, [], "no login fails while the database is dumped");
  say(`dumped while ${times} users signed in`);
  const redeemed = await client.asTenant("POST", "password/redeem", {
    token: link,
    new_password: "kelp, mirage and 4 chairs",
  });
  assert.equal(redeemed.status, 200, "the link works once, after the dump");
  await deliverMail(own);
  await host.stop();
  return { session, machineToken, link };
}

/** Has a worker send the queued mail, after the dump. */
async function deliverMail(own: OwnDatabase): Promise<void> {
  const worker = await startWorker(own.variables);
  const isSent = async () => (await mail(own.environment.databaseOwnerUrl, "sent")) > 0;
  await until("mail is sent", PATIENCE_MS, isSent, 200);
  await worker.stop();
}

async function restoreAndUse(
  own: OwnDatabase,
  shell: DocumentedShell,
  remembered: Remembered,
): Promise<void> {
  const cluster = await startEphemeralCluster();
  atEnd(cluster.stop);
  const urls = await makeRoles(cluster.adminUrl);
  await shell.run(documented("docs/BACKUPS.md", "pg_restore"), urls);
  const variables = { ...own.variables, ...urls };
  await checkIt(shell, variables);
  await endIt(shell, variables);
  await workOnIt(own, variables, remembered);
}

/** Makes the roles and the empty database, with the page's statements, one by one.
 *  @returns the addresses of the database for its two logins */
async function makeRoles(adminUrl: string) {
  const password = "made again";
  const statements = documented("docs/BACKUPS.md", "CREATE ROLE atrium_app", { "…": password });
  for (const statement of statements.split(/;\s*/).filter(Boolean))
    await asOwner(adminUrl, statement);
  return {
    DATABASE_URL: withAccount(adminUrl, "atrium_web", password, "atrium"),
    DATABASE_OWNER_URL: withAccount(adminUrl, "atrium_owner", password, "atrium"),
  };
}

async function checkIt(shell: DocumentedShell, variables: NodeJS.ProcessEnv): Promise<void> {
  const check = documented("docs/BACKUPS.md", "npm run atrium -- backup check");
  await shell.run(check, variables);
  say("the restored database is whole");
  const other = {
    ...variables,
    ATRIUM_MASTER_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString(
      "base64url",
    ),
  };
  await assert.rejects(shell.run(check, other), /needs master key/);
  say("another master key is refused by name");
}

async function endIt(shell: DocumentedShell, variables: NodeJS.ProcessEnv): Promise<void> {
  const owner = variables.DATABASE_OWNER_URL ?? "";
  assert.ok((await mail(owner, "queued")) > 0, "the dump has mail that was sent since");
  const text = documented("docs/BACKUPS.md", "npm run atrium -- backup restored");
  const restored = async (): Promise<Record<string, number>> =>
    JSON.parse(await shell.run(`${text} --json`, { ...variables, npm_config_loglevel: "silent" }))
      .ended;
  const counts = await restored();
  for (const kind of ["mail that waits", "jobs", "links and grants", "sessions"])
    assert.ok(Number(counts[kind]) > 0, `${kind} ended: ${JSON.stringify(counts)}`);
  const left = Object.values(await restored());
  assert.deepEqual(
    left,
    left.map(() => 0),
    "the second time there is nothing left",
  );
  say(`ended ${JSON.stringify(counts)}`);
}

async function workOnIt(
  own: OwnDatabase,
  variables: OwnDatabase["variables"],
  remembered: Remembered,
): Promise<void> {
  const owner = variables.DATABASE_OWNER_URL;
  await startServer(variables, { port: own.port, host: "localhost" });
  await startWorker(variables);
  const client = new DirectClient(own.environment.baseUrl, own.demo);
  const ended = await client.me(remembered.session);
  assert.equal(ended.status, 401, "the session ended");
  assert.equal((await client.me(await client.signIn())).status, 200, "the old password signs in");
  const listed = await client.manage(remembered.machineToken, "GET", "users");
  assert.equal(listed.status, 200, "a token that was signed before verifies");
  const fresh = await client.manage(await client.machineToken(), "GET", "users");
  assert.equal(fresh.status, 200, "the client's secret works, and the keys sign");
  const replayed = await client.asTenant("POST", "password/redeem", {
    token: remembered.link,
    new_password: "somebody else's password 1",
  });
  assert.equal(replayed.status, 401, "a link that was used after the dump");
  say("sign-in, tokens and keys work; what was used after the dump works no more");
  // The sweep adds missing jobs within the minute: mail that could be sent would be sent by then.
  await sleep(5_000);
  assert.equal(await mail(owner, "sent"), 0, "no mail is sent twice");
  assert.equal(await mail(owner, "queued"), 0);
  const words = ["audit", "export", "--platform", "--kind", "backup.restored"];
  const events = await commandLine(variables, ...words);
  assert.match(events.stdout, /"sessions_kept":false/);
  say("no mail was sent twice, and the audit log tells of the restore");
}

async function mail(owner: string, status: string): Promise<number> {
  const [row] = await asOwner(
    owner,
    `SELECT count(*)::int AS count FROM mail_messages WHERE status = '${status}'`,
  );
  return Number(row?.count);
}

await runSystem(main);

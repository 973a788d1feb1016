// The drill of docs/BACKUPS.md, with everything real and the page's own commands: a database is dumped while it is used, restored
// into another cluster, checked, told that it was restored, and used again. `npm run test:restore`; exit code 0 when everything held, or when
// PostgreSQL's own programs can't be had, which it says.
import { strict as assert } from "node:assert";
import { DirectClient, repeatedly } from "@/e2e/support/direct-client";
import { startHost } from "@/e2e/support/host-process";
import {
  asOwner,
  commandLine,
  type OwnDatabase,
  startOwnDatabase,
} from "@/e2e/support/own-database";
import { build } from "@/scripts/host/build.mjs";
import { WORKER } from "@/scripts/host/built-files.mjs";
import { withAccount } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { startSupervised } from "@/scripts/processes/supervised";
import { documented } from "@/tests/support/documented";
import { aDocumentedShell, type DocumentedShell } from "@/tests/support/documented-shell";
import { findPostgresTools, type PostgresTools } from "../harness/postgres-tools";

/** What was there before the dump, and what happened to it afterwards. */
interface Remembered {
  session: string;
  machineToken: string;
  /** Redeemed after the dump. */
  link: string;
}

const say = (line: string) => console.log(`restore drill: ${line}`);

async function main(): Promise<void> {
  const tools = findPostgresTools();
  if (typeof tools === "string") {
    say(`NOT TRIED. ${tools}`);
    return;
  }
  await build();
  const own = await startOwnDatabase();
  const shell = aDocumentedShell(own.variables, programsOf(tools));
  try {
    const remembered = await dumpInUse(own, shell);
    await own.stopCluster();
    say("the first cluster is gone");
    await restoreAndUse(own, shell, remembered);
    say("everything held");
  } finally {
    shell.end();
    await own.stop();
  }
}

const programsOf = ({ dump, restore }: PostgresTools) => ({
  pg_dump: `exec ${dump} "$@"`,
  pg_restore: `exec ${restore} "$@"`,
});

/** Dumps the database while users sign in, and goes on using it: what follows is not in the dump. */
async function dumpInUse(own: OwnDatabase, shell: DocumentedShell): Promise<Remembered> {
  const host = await startHost(own.environment, { PORT: String(own.port) });
  const client = new DirectClient(host.baseUrl, own.demo);
  try {
    const session = await client.signIn();
    const machineToken = await client.machineToken();
    const { body, status } = await client.manage(machineToken, "POST", "users", {
      email: "grace@acme.example",
    });
    assert.equal(status, 201);
    const link = (body.set_password as { token: string }).token;
    // Both wait, one as a message and one as a job: no worker runs yet.
    await commandLine(own.variables, "operator", "invite", "hopper@operators.example");
    await client.asTenant("POST", "password/forgot", { email: own.demo.email });
    const load = repeatedly(() => client.signIn());
    await until(async () => load.times() > 3);
    await shell.run(documented("docs/BACKUPS.md", "pg_dump"));
    await until(async () => load.times() > 6);
    const { times, failures } = await load.stop();
    assert.deepEqual(failures, [], "no login fails while the database is dumped");
    say(`dumped while ${times} users signed in`);
    const redeemed = await client.asTenant("POST", "password/redeem", {
      token: link,
      new_password: "kelp, mirage and 4 chairs",
    });
    assert.equal(redeemed.status, 200, "the link works once, after the dump");
    await deliverMail(own);
    return { session, machineToken, link };
  } finally {
    await host.stop();
  }
}

/** Has a worker send what waits, after the dump. */
async function deliverMail(own: OwnDatabase): Promise<void> {
  const worker = startSupervised([process.execPath, WORKER], {
    endsBy: "TERM",
    env: own.variables,
  });
  try {
    await until(async () => (await mail(own.environment.databaseOwnerUrl, "sent")) > 0);
  } finally {
    await worker.stop();
  }
}

async function restoreAndUse(
  own: OwnDatabase,
  shell: DocumentedShell,
  remembered: Remembered,
): Promise<void> {
  const cluster = await startEphemeralCluster();
  try {
    const urls = await makeRoles(cluster.adminUrl);
    await shell.run(documented("docs/BACKUPS.md", "pg_restore"), urls);
    const variables = { ...own.variables, ...urls };
    await checkIt(shell, variables);
    await endIt(shell, variables);
    await workOnIt({ own, variables, owner: urls.DATABASE_OWNER_URL, remembered });
  } finally {
    await cluster.stop();
  }
}

/** Makes the roles and the empty database, statement by statement as the page has them.
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

async function workOnIt({
  own,
  variables,
  owner,
  remembered,
}: {
  own: OwnDatabase;
  variables: NodeJS.ProcessEnv;
  owner: string;
  remembered: Remembered;
}): Promise<void> {
  const environment = { ...own.environment, databaseUrl: variables.DATABASE_URL ?? "" };
  const host = await startHost(environment, { PORT: String(own.port) });
  const worker = startSupervised([process.execPath, WORKER], { endsBy: "TERM", env: variables });
  try {
    const client = new DirectClient(host.baseUrl, own.demo);
    const ended = await client.me(remembered.session);
    assert.equal(ended.status, 401, "the session ended");
    assert.equal((await client.me(await client.signIn())).status, 200, "the old password signs in");
    const kept = await client.manage(remembered.machineToken, "GET", "users");
    assert.equal(kept.status, 200, "a token that was signed before verifies");
    const fresh = await client.manage(await client.machineToken(), "GET", "users");
    assert.equal(fresh.status, 200, "the client's secret works, and the keys sign");
    const replayed = await client.asTenant("POST", "password/redeem", {
      token: remembered.link,
      new_password: "somebody else's password 1",
    });
    assert.equal(replayed.status, 401, "a link that was used after the dump");
    say("sign-in, tokens and keys work; what was used after the dump works no more");
    // The sweep gives a job to what has none within the minute: mail that had a chance would be sent by then.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    assert.equal(await mail(owner, "sent"), 0, "no mail is sent twice");
    assert.equal(await mail(owner, "queued"), 0);
    const events = await commandLine(
      variables,
      "audit",
      "export",
      "--platform",
      "--kind",
      "backup.restored",
    );
    assert.match(events.stdout, /"sessions_kept":false/);
    say("no mail was sent twice, and the audit log tells of the restore");
  } finally {
    await worker.stop();
    await host.stop();
  }
}

async function mail(owner: string, status: string): Promise<number> {
  const [row] = await asOwner(
    owner,
    `SELECT count(*)::int AS count FROM mail_messages WHERE status = '${status}'`,
  );
  return Number(row?.count);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const begun = Date.now(); !(await holds()); ) {
    if (Date.now() - begun > 60_000) throw new Error("It took too long");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

await main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { startMailServer } from "@/tests/support/mail-server";
import { build } from "../build.mjs";
import { START } from "../host/built-files.mjs";
import { startEphemeralCluster } from "../postgres/ephemeral";
import { freePort } from "../postgres/free-port";
import { waitUntilReady } from "../start/readiness";
import type { Services } from "./compose";
import { expectThat, holds, output } from "./part";

/** Runs what the compose file runs, with its environment, where there is no engine: PostgreSQL with the roles that its
 *  script makes, a mail server, and the service in production mode. Then the first operator is invited, and the service
 *  ends within the time that the file gives it. */
export async function runByHand(services: Services, psql: string): Promise<void> {
  await build();
  const cluster = await startEphemeralCluster();
  const mail = await startMailServer();
  try {
    const given = services.atrium?.environment ?? {};
    makeRoles(psql, cluster.adminUrl, services);
    const port = await freePort();
    const env = {
      ...moved(given, cluster.port, mail.url),
      PORT: String(port),
      ATRIUM_METRICS_PORT: String(await freePort()),
    };
    await serve(env, port, String(given.ATRIUM_BASE_URL), graceMs(services));
  } finally {
    await mail.stop();
    await cluster.stop();
  }
}

/** Twice, as whoever repeats it on an installation that runs. */
function makeRoles(psql: string, adminUrl: string, services: Services): void {
  const { ATRIUM_OWNER_PASSWORD, ATRIUM_WEB_PASSWORD } = services.postgres?.environment ?? {};
  const env = {
    ATRIUM_OWNER_PASSWORD: String(ATRIUM_OWNER_PASSWORD),
    ATRIUM_WEB_PASSWORD: String(ATRIUM_WEB_PASSWORD),
  };
  const args = ["-X", "-q", "-d", adminUrl, "-f", "deploy/postgres/roles.sql"];
  for (const time of ["first", "second"]) {
    const said = output(psql, args, { env });
    expectThat(!/ERROR/.test(said), `roles.sql works the ${time} time: ${said}`);
  }
  holds("roles.sql makes the roles, and may be repeated");
}

/** The same environment, with the services where they are on this machine. */
function moved(
  given: Record<string, string | null>,
  databasePort: number,
  smtpUrl: string,
): Record<string, string> {
  const found = Object.entries(given).map(([name, value]) => [
    name,
    (value ?? "")
      .replace("@postgres:5432/", `@127.0.0.1:${databasePort}/`)
      .replace(/^smtp:\/\/mail:1025$/, smtpUrl),
  ]);
  return Object.fromEntries(found);
}

async function serve(
  env: Record<string, string>,
  port: number,
  baseUrl: string,
  patienceMs: number,
): Promise<void> {
  const service = spawn(process.execPath, [START], {
    env: { ...process.env, ...env, ATRIUM_PROCESSES: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let words = "";
  for (const stream of [service.stdout, service.stderr])
    stream?.on("data", (chunk: Buffer) => {
      words += chunk.toString();
    });
  const ended = once(service, "exit");
  try {
    await waitUntilReady(
      port,
      "127.0.0.1",
      ended.then(() => {}),
    ).catch((error: unknown) => {
      throw new Error(`${error}\n${words}`);
    });
    const discovery = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
    expectThat((await discovery.json()).issuer === baseUrl, `the issuer is ${baseUrl}`);
    const invite = ["--import", "tsx", "scripts/atrium.ts", "operator", "invite", "a@b.example"];
    const link = output(process.execPath, invite, { env });
    expectThat(link.includes(`${baseUrl}/`), `the first operator has a link: ${link}`);
    holds(
      "the service migrates, serves and invites the first operator with the file's environment",
    );
    await expectWell(env);
    const begun = performance.now();
    service.kill("SIGTERM");
    const [code] = await ended;
    const seconds = (performance.now() - begun) / 1000;
    expectThat(code === 0, `the service ends well: ${code}\n${words}`);
    expectThat(seconds * 1000 < patienceMs, `it ends within stop_grace_period: ${seconds} s`);
    holds(`it ends in ${seconds.toFixed(1)} s, of ${patienceMs / 1000} s that it is given`);
  } finally {
    if (service.exitCode === null) service.kill("SIGKILL");
  }
}

/** What doctor says of it, without a proxy and with a mail catcher. */
async function expectWell(env: Record<string, string>): Promise<void> {
  const { checks } = JSON.parse(await doctorSays(env)) as {
    checks: { check: string; status: string; seen: string }[];
  };
  const away = ["own address", "tls"];
  const failed = checks.filter(({ check, status }) => status === "failed" && !away.includes(check));
  expectThat(failed.length === 0, `doctor finds it well: ${JSON.stringify(failed)}`);
  holds("doctor finds nothing wrong but that no proxy is there");
  output(process.execPath, ["--import", "tsx", "scripts/atrium.ts", "backup", "check"], { env });
  holds("backup check finds the database whole");
}

/** What doctor prints. It is waited for without holding this process up, which is the mail server that doctor talks to. */
async function doctorSays(env: Record<string, string>): Promise<string> {
  const doctor = spawn(
    process.execPath,
    ["--import", "tsx", "scripts/atrium.ts", "doctor", "--json"],
    { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const [said, [code]] = await Promise.all([text(doctor.stdout), once(doctor, "exit")]);
  expectThat(code === 1, `doctor ends with 1, because something is missing: ${code}`);
  return said;
}

function graceMs(services: Services): number {
  return Number.parseInt(services.atrium?.stop_grace_period ?? "", 10) * 1000;
}

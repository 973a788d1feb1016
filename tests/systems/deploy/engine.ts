import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { START } from "@/host/built-files.mjs";
import { documented } from "@/tests/support/documented";
import type { MailServer } from "@/tests/support/mail-server";
import type { Cluster } from "@/tools/postgres/cluster";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { freePort } from "@/tools/postgres/free-port";
import { atEnd } from "../harness/ends";
import { listen } from "../harness/processes";
import { type Running, startUntilReady } from "../harness/servers";
import { expectThat, output } from "../harness/system";
import { postgresPrograms } from "../harness/tools";

/** The file's services as the Compose Specification's own library reads them, reduced to the parts used
 *  here. */
export interface Services {
  [name: string]: {
    environment: Record<string, string | null>;
    read_only?: boolean;
    cap_drop?: string[];
    healthcheck?: { test: string[] };
    depends_on?: Record<string, unknown>;
    stop_grace_period: string;
  };
}

/** Longer than any stop_grace_period. */
const OUTRIGHT_MS = 120_000;

/** A command for the engine, as this machine runs it. */
interface Command {
  words: string[];
  env: Record<string, string>;
}

/** Stands in for a container engine where none runs: the services of the compose file are processes of this
 *  machine, with the environment from the file, and PostgreSQL's volume is a cluster. */
export class Engine {
  private cluster: Cluster | undefined;
  private service: Running | undefined;
  private port = 0;
  private env: Record<string, string> = {};
  private readonly server = createServer((request, response) => {
    void this.answer(request).then((answer) => response.end(JSON.stringify(answer)));
  });

  private constructor(
    private readonly mail: MailServer,
    private readonly psql: string,
    private readonly services: () => Services,
  ) {}

  /** @param services of the file, as they are when the first of them is started */
  static async start(mail: MailServer, psql: string, services: () => Services): Promise<Engine> {
    const engine = new Engine(mail, psql, services);
    await listen(engine.server, 0, "127.0.0.1");
    return engine;
  }

  /** A script of `sh` that is `docker`. */
  get docker(): string {
    const { port } = this.server.address() as AddressInfo;
    return `exec node tests/systems/deploy/engine-client.mjs ${port} "$@"`;
  }

  /** Environment and port of the service. */
  get running(): { env: Record<string, string>; port: number } {
    return { env: this.env, port: this.port };
  }

  private async answer(request: IncomingMessage): Promise<{ problem?: string; command?: Command }> {
    const words: string[] = JSON.parse(await text(request));
    try {
      const command = await this.carryOut(words);
      return command ? { command } : {};
    } catch (error) {
      return { problem: `${words.join(" ")}: ${error instanceof Error ? error.message : error}` };
    }
  }

  private async carryOut([noun, ...words]: string[]): Promise<Command | undefined> {
    if (noun === "volume" && words.join(" ") === "rm atrium_data") return this.removeVolume();
    const [option, file, verb, ...rest] = words;
    expectThat(noun === "compose" && option === "-f" && file === "deploy/compose.yaml", "known");
    const named = rest.filter((word) => !["--build", "--detach", "--wait"].includes(word));
    if (verb === "up") return this.up(named);
    if (verb === "down") return this.down();
    expectThat(verb === "exec" || verb === "run", `the engine knows ${verb}`);
    const [name = "", ...command] = rest.filter((word) => word !== "-T" && word !== "--rm");
    return name === "postgres" ? this.inPostgres(command) : this.inAtrium(name, command);
  }

  private async up(named: string[]): Promise<undefined> {
    this.cluster ??= await this.newCluster();
    if (named.length > 0 || this.service) return;
    this.port = await freePort();
    this.env = {
      ...this.environment("atrium"),
      PORT: String(this.port),
      ATRIUM_METRICS_PORT: String(await freePort()),
    };
    const env = { ...process.env, ...this.env, ATRIUM_PROCESSES: "1" };
    this.service = await startUntilReady(START, env, { port: this.port });
  }

  /** On PostgreSQL's first start, the script that the file mounts makes the roles. */
  private async newCluster(): Promise<Cluster> {
    const cluster = await startEphemeralCluster();
    atEnd(cluster.stop);
    const { username, password } = new URL(cluster.adminUrl);
    const { ATRIUM_OWNER_PASSWORD = "", ATRIUM_WEB_PASSWORD = "" } = this.environment("postgres");
    const command = documented("docs/DEPLOYING.md", "ATRIUM_OWNER_PASSWORD=", {
      "ATRIUM_OWNER_PASSWORD=…": `ATRIUM_OWNER_PASSWORD=${ATRIUM_OWNER_PASSWORD}`,
      "ATRIUM_WEB_PASSWORD=…": `ATRIUM_WEB_PASSWORD=${ATRIUM_WEB_PASSWORD}`,
      "psql ": `${this.psql} `,
    });
    const env = {
      ...{ PGHOST: "127.0.0.1", PGPORT: String(cluster.port) },
      ...{ PGUSER: username, PGPASSWORD: password },
    };
    for (const time of ["first", "second"]) {
      const stdout = output("bash", ["-c", command], { env });
      expectThat(!/ERROR/.test(stdout), `roles.sql works the ${time} time: ${stdout}`);
    }
    return cluster;
  }

  /** Ends the service, within the file's stop_grace_period. */
  private async down(): Promise<undefined> {
    const { service } = this;
    if (!service) return;
    const startedAt = performance.now();
    await service.stop(OUTRIGHT_MS);
    const code = await service.ended;
    this.service = undefined;
    const seconds = (performance.now() - startedAt) / 1000;
    const patience = Number.parseInt(this.services().atrium?.stop_grace_period ?? "", 10);
    expectThat(code === 0, `the service ends well: ${code}`);
    expectThat(seconds < patience, `it ends within stop_grace_period: ${seconds} s`);
  }

  private async removeVolume(): Promise<undefined> {
    expectThat(!this.service, "nobody uses the volume");
    await this.cluster?.stop();
    this.cluster = undefined;
  }

  private inPostgres([program = "", ...words]: string[]): Command {
    expectThat(["pg_dump", "pg_restore"].includes(program), `the engine knows ${program}`);
    const env = {
      ...{ PGHOST: "127.0.0.1", PGPORT: String(this.cluster?.port) },
      PGPASSWORD: this.environment("postgres").ATRIUM_OWNER_PASSWORD ?? "",
    };
    return { words: [join(postgresPrograms(), program), ...words], env };
  }

  private inAtrium(name: string, [node, file, ...words]: string[]): Command {
    expectThat(name === "atrium" && node === "node" && file === "/app/atrium.mjs", "it is there");
    const program = [process.execPath, "--import", "tsx", "cli/atrium.ts"];
    return { words: [...program, ...words], env: this.environment("atrium") };
  }

  /** Returns a service's environment from the file, with the other services' addresses on this machine. */
  private environment(name: string): Record<string, string> {
    const entries = Object.entries(this.services()[name]?.environment ?? {}).map(([key, value]) => [
      key,
      (value ?? "")
        .replace("@postgres:5432/", `@127.0.0.1:${this.cluster?.port}/`)
        .replace(/^smtp:\/\/mail:1025$/, this.mail.url),
    ]);
    return Object.fromEntries(entries);
  }
}

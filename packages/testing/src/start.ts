import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { About } from "./about.js";
import { TestService } from "./test-service.js";

/** Options of a start. */
export interface StartOptions {
  /** Folder of a checkout of Atrium. Default: `ATRIUM_SERVICE`. */
  service?: string;
  /** A file of fixtures. Default: `ATRIUM_FIXTURES`; without either, the built-in ones. */
  fixtures?: string;
  /** Seed of ids and secrets. */
  seed?: string;
  /** Default: a free port. */
  port?: number;
}

/** A service of this process's own. */
export class StartedService extends TestService {
  /** File with its addresses. */
  readonly addresses: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  constructor(about: About, child: ChildProcess, folder: string) {
    super(about);
    this.#child = child;
    this.#folder = folder;
    this.addresses = join(folder, "dev.json");
  }

  /** Stops it, and its database with it. */
  async stop(): Promise<void> {
    await ended(this.#child);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Environment variable with the path of the addresses of a service that another process has started. */
export const ADDRESSES_VARIABLE = "ATRIUM_DEV";

/** Starts the service for tests. It stops with this process, in every case.
 *
 * @example
 * const atrium = await startAtrium({ service: "../atrium", fixtures: "fixtures.json" });
 * await atrium.advance("P30D");
 * await atrium.stop();
 *
 * @throws Error with the service's own words when it does not start
 */
export async function startAtrium(options: StartOptions = {}): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), "atrium-test-"));
  const program = programOf(options.service ?? process.env.ATRIUM_SERVICE);
  const { seed, port } = options;
  const fixtures = options.fixtures ?? process.env.ATRIUM_FIXTURES;
  const args = [
    ...["--ends-with-stdin", "--addresses", join(folder, "dev.json")],
    ...(fixtures ? ["--fixtures", resolve(fixtures)] : []),
    ...(seed ? ["--seed", seed] : []),
    ...(port ? ["--port", String(port)] : []),
  ];
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    // The service ignores a test runner's own mode and loaders.
    env: { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" },
  });
  try {
    return new StartedService(await firstLine(child), child, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the service that the set-up of the test runner has started (`@atrium/testing/setup`).
 *
 * @throws Error when there is none
 */
export async function connectAtrium(
  addresses = process.env[ADDRESSES_VARIABLE],
): Promise<TestService> {
  if (!addresses)
    throw new Error(
      `${ADDRESSES_VARIABLE} is not set: name "@atrium/testing/setup" as the runner's globalSetup, or call startAtrium.`,
    );
  return new TestService(JSON.parse(await readFile(addresses, "utf8")));
}

/** Returns Node's arguments. Anything but a folder is a program that takes the same options. */
function programOf(service: string | undefined): string[] {
  if (!service)
    throw new Error(
      "Say where Atrium is: the folder of its checkout as `service`, or in the variable ATRIUM_SERVICE.",
    );
  if (/\.m?js$/.test(service)) return [resolve(service)];
  const command = resolve(service, "tools/atrium.mjs");
  if (existsSync(command)) return [command, "dev"];
  throw new Error(`${resolve(service)} is no checkout of Atrium.`);
}

function firstLine(child: ChildProcess): Promise<About> {
  return new Promise((settle, reject) => {
    let output = "";
    let words = "";
    child.stdout?.on("data", (chunk: Uint8Array) => {
      output += String(chunk);
      const end = output.indexOf("\n");
      if (end >= 0) settle(JSON.parse(output.slice(0, end)));
    });
    child.stderr?.on("data", (chunk: Uint8Array) => {
      words = `${words}${chunk}`.slice(-10_000);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`Atrium did not start (${signal ?? `code ${code}`}):\n${words}`)),
    );
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((settle) => child.once("exit", settle));
  child.stdin?.end();
  await gone;
}

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "@/tools/foreign/run";
import { freePort } from "@/tools/postgres/free-port";

const VERSION = "5.2.5";
const FOLDER = resolve("test-results/moto");

/** A third-party server, in Python, that speaks the protocols of AWS. */
export interface Moto {
  endpoint: string;
  /** Folder of the programs that came with it. */
  bin: string;
  stop: () => void;
}

/** Any credential works there. */
export const KEYS = { AWS_ACCESS_KEY_ID: "atrium", AWS_SECRET_ACCESS_KEY: "secret-of-a-test" };

/** Starts a server.
 *  @param service of AWS, as moto calls it
 *  @param packages that pip installs besides */
export async function aMotoServer(service: string, ...packages: string[]): Promise<Moto> {
  mkdirSync(FOLDER, { recursive: true });
  await run("python3", ["-m", "venv", FOLDER]);
  const requirements = [`moto[${service},server]==${VERSION}`, ...packages];
  await run(resolve(FOLDER, "bin/pip"), ["install", "--quiet", ...requirements]);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const bin = resolve(FOLDER, "bin");
  const server = spawn(resolve(bin, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  while (!(await fetch(endpoint).catch(() => null))) await sleep(100);
  return { endpoint, bin, stop: () => server.kill() };
}

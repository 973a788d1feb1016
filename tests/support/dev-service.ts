import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestTenant } from "@/packages/testing/src/about";
import { bundle, DEV_PROGRAMS } from "@/tools/build/bundle.mjs";

/** Output of a start. */
interface About {
  base_url: string;
  code: string;
  database_url: string;
  addresses: Record<string, string>;
  tenants: Record<string, TestTenant>;
}

/** The service as started by `npx atrium dev`, and calls to it. */
export interface TestDevService {
  about: About;
  /** Calls an endpoint below /dev, and returns status and body. */
  dev: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Any }>;
  process: ChildProcess;
  stop: () => Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer, it expects
type Any = any;

let bundled: Promise<string> | undefined;

/** The bundle of a build, made of the current sources. */
export function bundleForTest(): Promise<string> {
  bundled ??= (async () => {
    const folder = `generated/dev-of-test-${process.pid}`;
    await bundle(process.cwd(), folder, DEV_PROGRAMS);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })();
  return bundled;
}

/** Runs the command until it exits, for starts that are refused, and returns its code and output. */
export async function runDev(args: string[], env: Record<string, string> = {}) {
  const child = await spawnDev(args, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, said: output };
}

async function spawnDev(args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const main = join(await bundleForTest(), "main.mjs");
  // Without the tests' own database.
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [main, "--ends-with-stdin", ...args], {
    env: { PATH, HOME, NODE_ENV: "test", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Starts the service with these fixtures, or with its own.
 *  @param folder for its files */
export async function aDevService(folder: string, fixtures?: object): Promise<TestDevService> {
  const file = join(folder, "fixtures.json");
  if (fixtures) writeFileSync(file, JSON.stringify(fixtures));
  const args = ["--addresses", join(folder, "dev.json"), ...(fixtures ? ["--fixtures", file] : [])];
  const child = await spawnDev(args, {});
  const about = await firstLine(child);
  const dev: TestDevService["dev"] = async (method, path, body) => {
    const response = await fetch(`${about.base_url}/dev${path}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    return { status: response.status, body: await response.json() };
  };
  const stop = async () => {
    child.stdin?.end();
    if (child.exitCode === null) await once(child, "exit");
  };
  return { about, dev, process: child, stop };
}

function firstLine(child: ChildProcess): Promise<About> {
  return new Promise((resolve, reject) => {
    let output = "";
    let wrong = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf("\n");
      if (end >= 0) resolve(JSON.parse(output.slice(0, end)));
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      wrong += chunk.toString();
    });
    child.once("exit", (code) => reject(new Error(`The service ended (code ${code}):\n${wrong}`)));
  });
}

// npm run conformance -- PLAN… [--suite FOLDER] [--export FOLDER] [--module NAME…] [--write]: the OpenID Foundation's
// conformance suite against this code. A plan that comes to anything else than conformance/expected says fails, better or
// worse; --write takes what was found as what is expected (docs/CONFORMANCE.md).
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "@/scripts/host/build.mjs";
import { makeCertificates } from "../harness/certificates";
import { NAMES } from "./addresses";
import { builtStandIn, suiteJar } from "./java";
import { inOwnNetwork } from "./network";
import { readRequest } from "./request";
import type { InsideSettings } from "./settings";

const root = process.cwd();

async function main(): Promise<number> {
  const request = readRequest(process.argv.slice(2), process.env);
  suiteJar(request.suite);
  const folder = mkdtempSync(join(tmpdir(), "atrium-conformance-"));
  // PostgreSQL runs under another account than root.
  chmodSync(folder, 0o711);
  const logs = join(root, ".atrium/conformance/logs");
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  try {
    // Whatever comes from elsewhere comes before the network that leads nowhere.
    await build();
    const standIn = await builtStandIn(root);
    const certificates = makeCertificates(folder, ...NAMES);
    const settings: InsideSettings = { request, standIn, certificates, logs };
    const inside = [
      "--import",
      "tsx",
      "tests/systems/conformance/inside.ts",
      JSON.stringify(settings),
    ];
    const command = inOwnNetwork(join(folder, "hosts"), [process.execPath, ...inside]);
    return await ran(command, {
      NODE_EXTRA_CA_CERTS: certificates.authority,
      // What is left there when a run is killed goes with the folder.
      TMPDIR: folder,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs it to its end. A signal ends it, and Linux whatever came from it; it also ends by itself when this process is gone. */
function ran([program = "", ...args]: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(program, args, {
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...unconfigured(process.env), ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => child.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Variables without those of an installation that this shell may be set up for. */
function unconfigured(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name.startsWith("ATRIUM_") || name.startsWith("DATABASE_");
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !isOurs(name)),
  ) as NodeJS.ProcessEnv;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

// npm test -- systems conformance PLAN… [--suite FOLDER] [--export FOLDER] [--module NAME…] [--write]: the
// OpenID Foundation's conformance suite against this code. A plan whose outcome differs from
// conformance/expected fails, better or worse; --write takes the outcomes as the expected ones
// (docs/CONFORMANCE.md).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "@/tools/build/build.mjs";
import { makeCertificates } from "../harness/certificates";
import { aFolder, atEnd } from "../harness/ends";
import { bare } from "../harness/installation";
import { runSystem } from "../harness/system";
import { NAMES } from "./addresses";
import { builtStandIn, requireSuite } from "./java";
import { inOwnNetwork } from "./network";
import { readRequest } from "./request";
import type { InsideSettings } from "./settings";

const root = process.cwd();

await runSystem(async () => {
  const request = readRequest(process.argv.slice(2), process.env);
  requireSuite(request.suite);
  const folder = aFolder("conformance");
  const logs = join(root, ".atrium/conformance/logs");
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  // Everything from the internet is fetched first: the run's own network leads nowhere.
  await build(["host"]);
  const standIn = await builtStandIn(root);
  const certificates = makeCertificates(folder, ...NAMES);
  const settings: InsideSettings = { request, standIn, certificates, logs };
  const file = "tests/systems/conformance/inside.ts";
  const inside = [process.execPath, "--import", "tsx", file, JSON.stringify(settings)];
  const [program = "", ...args] = inOwnNetwork(join(folder, "hosts"), inside);
  const child = spawn(program, args, {
    stdio: ["pipe", "inherit", "inherit"],
    // Temporary files that a killed run leaves are removed with this folder.
    env: { ...bare(), NODE_EXTRA_CA_CERTS: certificates.authority, TMPDIR: folder },
  });
  // Linux ends all of its descendants; it also ends by itself when this process is gone.
  atEnd(() => child.kill("SIGKILL"));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The plans ended with ${code}; their words are above.`);
});

import { join } from "node:path";
import { anInstallation, type Installation, makeDemo } from "@/tests/systems/harness/installation";
import { begin, startServer, startWorker } from "@/tests/systems/harness/servers";
import { build } from "@/tools/build/build.mjs";
import { freePort } from "@/tools/postgres/free-port";
import { type Environment, environmentOf } from "./environment";

const NEXT = "node_modules/next/dist/bin/next";

/** Starts the service as in production, except for local mode: a fresh database, demo data, the production
 *  host in two processes, plain `next start` beside it, and the worker. Their output goes to files in
 *  `folder`. */
export async function startService(folder: string): Promise<Environment> {
  await build(["host", "routes"]);
  const [port, plain] = [await freePort(), await freePort()];
  const { env, demo } = await withDemo(folder, port);
  const at = (name: string, own: number) => ({
    port: own,
    host: "localhost",
    log: join(folder, `${name}.log`),
  });
  await startWorker(env, at("worker", 0));
  const start = [NEXT, "start", "-p", String(plain), "-H", "localhost"];
  const next = await begin(start, env, at("web-next", plain));
  await startServer({ ...env, ATRIUM_PROCESSES: "2" }, at("web-host", port));
  await next.ready();
  const environment = environmentOf(env, `http://localhost:${port}`, demo);
  const demoFile = join(folder, "demo.json");
  return { ...environment, secondUrl: `http://localhost:${plain}`, demoFile };
}

/** Makes an installation with demo data.
 *  @param folder where the demo is described, in demo.json
 *  @param port of its first server */
export async function withDemo(
  folder: string,
  port: number,
): Promise<Installation & { demo: Record<string, string> }> {
  const file = join(folder, "demo.json");
  const installation = await anInstallation({
    ATRIUM_BASE_URL: `http://localhost:${port}`,
    ATRIUM_SECURITY_CONTACT: "mailto:security@atrium.example",
    ATRIUM_LOG_LEVEL: "info",
    ATRIUM_DEMO_FILE: file,
  });
  return { ...installation, demo: await makeDemo(installation.env, file) };
}

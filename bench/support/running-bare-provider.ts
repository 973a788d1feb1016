import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "@/tools/postgres/free-port";
import { end } from "./running-service";

/** Starts node-oidc-provider by itself on node:http, in a process of its own, and waits until it answers.
 *  @param placed as for `startService` */
export async function startBareProvider(
  placed = (command: readonly string[]) => [...command],
): Promise<{
  baseUrl: string;
  pid: number;
  stop(): Promise<void>;
}> {
  const port = await freePort();
  const file = join(import.meta.dirname, "bare-provider.ts");
  const [program = "", ...rest] = placed([process.execPath, "--import", "tsx", file]);
  const child = spawn(program, rest, {
    env: { ...process.env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${baseUrl}/jwks`).catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { baseUrl, stop: () => end(child), pid: child.pid ?? 0 };
}

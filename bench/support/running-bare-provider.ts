import { join } from "node:path";
import { type RunningServer, startServer } from "./running-service";

/** Starts node-oidc-provider by itself on node:http, in a process of its own, and waits until it answers.
 *  @param placed as for `startService` */
export function startBareProvider(
  placed = (command: readonly string[]) => [...command],
): Promise<RunningServer> {
  const file = join(import.meta.dirname, "bare-provider.ts");
  const env = { ...process.env, NODE_ENV: "production" } as const;
  return startServer(() => ["--import", "tsx", file], env, { placed });
}

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Users, a machine and a relying party, made by some version's benchmarks. */
export interface People {
  tenant: { publicId: string; clientId: string; clientSecret: string };
  tenantHeaders: Record<string, string>;
  relyingParty: { clientId: string; clientSecret: string; redirectUri: string };
  authorizePath: string;
  appId: string;
  people: { email: string; password: string; sessionId: string; activityToken: string }[];
}

/** Makes them by the code of a folder's version.
 *  @param port of that version's server */
export function peopleBy(
  folder: string,
  env: NodeJS.ProcessEnv,
  port: number,
  count: number,
): People {
  // A release without data keys has none to open.
  const keys = "lib/kernel/data-keys/open-data-keys.ts";
  const opening = existsSync(join(folder, keys))
    ? `await import("./${keys}").then(({ openDataKeys }) => openDataKeys());`
    : "";
  const script = `${opening} const { aBenchPlace } = await import("./bench/support/bench-place.ts");
    console.log(JSON.stringify(await aBenchPlace("http://127.0.0.1:${port}", ${count})));
    process.exit(0);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const stdout = execFileSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

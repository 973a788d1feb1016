import { spawn } from "node:child_process";

/** The bundled command line, relative to the root: the global setup makes it. */
export const COMMAND_LINE = "generated/command-line/atrium.mjs";

/** The bundled `tests/support/first-start`. */
export const FIRST_START = "generated/command-line/first-start.mjs";

/** Output and exit code of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `npm run atrium -- …` as a process of its own, with this test's database.
 *  @param env differences in its environment; undefined removes a variable */
export function atrium(
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND_LINE, ...args], {
      env: { ...process.env, NO_COLOR: "1", ...env },
      timeout: 90_000,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Like `atrium` with `--json`, which must succeed.
 *  @returns its parsed output */
export async function atriumJson<T = Record<string, unknown>>(
  args: string[],
  env?: Record<string, string | undefined>,
): Promise<T> {
  const { code, stdout, stderr } = await atrium([...args, "--json"], env);
  if (code !== 0) throw new Error(`atrium ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

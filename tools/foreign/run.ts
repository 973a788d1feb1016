import { type ExecFileException, execFile } from "node:child_process";
import { promisify } from "node:util";

interface How {
  cwd?: string;
  env?: Record<string, string>;
  /** Time limit in milliseconds; exceeding it is a failure. */
  timeout?: number;
}

/** Runs a program to its end.
 *  @returns its output
 *  @throws Error with its output when it fails */
export async function run(program: string, args: string[], how: How = {}): Promise<string> {
  const env = { ...process.env, ...how.env };
  const running = promisify(execFile)(program, args, { ...how, env, maxBuffer: Infinity });
  running.child.stdin?.end();
  const { stdout } = await running.catch((error: ExecFileException) => {
    if (error.code === "ENOENT")
      throw new Error(`${program} is not on this machine`, { cause: error });
    throw new Error(`${program} ${args.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

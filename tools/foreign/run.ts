import { spawn } from "node:child_process";

interface How {
  cwd?: string;
  env?: Record<string, string>;
  /** Whether its output is shown as it comes; otherwise only after a failure. */
  loud?: boolean;
  /** Time limit in milliseconds; exceeding it is a failure. */
  timeout?: number;
}

/** Runs a program to its end.
 *  @returns its output
 *  @throws Error with its output when it fails */
export async function run(program: string, args: string[], how: How = {}): Promise<string> {
  const child = spawn(program, args, {
    cwd: how.cwd,
    timeout: how.timeout,
    env: { ...process.env, ...how.env },
    stdio: ["ignore", how.loud ? "inherit" : "pipe", how.loud ? "inherit" : "pipe"],
  });
  let [output, all] = ["", ""];
  child.stdout?.on("data", (part) => {
    output += part;
    all += part;
  });
  child.stderr?.on("data", (part) => {
    all += part;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", (error) =>
      reject(new Error(`${program} is not on this machine`, { cause: error })),
    );
    child.once("close", (ended) => resolve(ended ?? 1));
  });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${all}`);
  return output;
}

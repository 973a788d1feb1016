import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { linkedCheckout } from "./linked-checkout";
import { inShell, ownPath } from "./shell";

/** A user's shell in a checkout, to run the block of a page. */
export interface DocumentedShell {
  /** The checkout, in which files may be left. */
  folder: string;
  /** Runs commands. The first that fails ends them, with an error that has their output.
   *  @param hear gets their stderr, as it comes
   *  @returns their stdout */
  run: (
    commands: string,
    env?: Record<string, string | undefined>,
    hear?: (part: string) => void,
  ) => Promise<string>;
  end: () => void;
}

/** Opens a shell.
 *  @param env differences in its environment
 *  @param programs replacements of programs that are not on this machine: scripts of `sh` by the program's
 *  name
 *  @param folder the checkout, which is removed at the end */
export function aDocumentedShell(
  env: Record<string, string | undefined> = {},
  programs: Readonly<Record<string, string>> = {},
  folder = linkedCheckout(),
): DocumentedShell {
  const bin = join(folder, ".stand-ins");
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    folder,
    run: async (commands, more = {}, hear = () => {}) => {
      const script = `set -o pipefail\n${commands}`;
      const running = promisify(execFile)("bash", inShell(script), {
        cwd: folder,
        env: {
          ...process.env,
          NO_COLOR: "1",
          ...env,
          ...more,
          PATH: `${bin}:${ownPath}`,
        } as NodeJS.ProcessEnv,
        timeout: 600_000,
        maxBuffer: 64 * 1024 * 1024,
      });
      running.child.stderr?.on("data", hear);
      const { stdout } = await running.catch((error: Error & { stdout?: string }) => {
        throw new Error(`${error.message}\n${error.stdout}`);
      });
      return stdout;
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

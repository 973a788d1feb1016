import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Start-up is over by then, also where the first requests came at once. */
const QUIET_AFTER_MS = 5_000;

/** Collects the garbage of the start once. V8 keeps it until the heap grows, which may take days of quiet: 20
 *  to 50 MiB a process. The collection stops the process for some 50 ms. It also writes the compiled code
 *  that Node caches, so that the next start has it however this process ends. */
export function collectOnceQuiet(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    collect();
    flushCompileCache();
  }, QUIET_AFTER_MS).unref();
}

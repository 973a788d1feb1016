import { readFile } from "node:fs/promises";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";

/** Limits of open files: connections use up fewer on a quiet day; a busy server needs more. */
const [FEWEST, ENOUGH] = [1024, 8192];

/** Checks how many files and connections the service may have open: the service that runs in this folder, or
 *  this process where none does. */
export const openFiles: Check = {
  name: "open files",
  needs: "nothing",
  look: async () => {
    const pid = await readFile(".atrium/start.pid", "utf8").catch(() => "");
    const [running, own] = await Promise.all([limitsOf(pid.trim()), limitsOf("self")]);
    const whose = running ? "of the running service" : "of this process";
    return openFilesFinding(parseOpenFileLimit(running ?? own ?? ""), whose);
  },
};

/** @param most null where the system does not say, Infinity where there is no limit */
export function openFilesFinding(most: number | null, whose: string): Finding {
  if (most === null) return skipped("this system does not say how many files may be open");
  const seen = `at most ${most === Number.POSITIVE_INFINITY ? "as many as wanted" : most} (${whose})`;
  const todo = `Raise the limit to ${ENOUGH * 8}: LimitNOFILE= in a systemd unit, --ulimit nofile= for a container.`;
  if (most < FEWEST) return failed(seen, todo);
  return most < ENOUGH ? warning(seen, todo) : ok(seen);
}

/** Reads the limit of open files from `/proc/…/limits`: the soft limit, which is the one in force. */
export function parseOpenFileLimit(limits: string): number | null {
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

/** Reads the limits of a process; those of another account's process are not readable. */
function limitsOf(pid: string): Promise<string | null> {
  if (!/^(\d+|self)$/.test(pid)) return Promise.resolve(null);
  return readFile(`/proc/${pid}/limits`, "utf8").catch(() => null);
}

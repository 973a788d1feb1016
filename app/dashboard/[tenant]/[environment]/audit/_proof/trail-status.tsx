import type { Caller } from "@/lib/kernel/caller";
import { LogStatus } from "./log-status";
import { readLog } from "./read-log";

/** State of the log's proof, with a link to its page. */
export async function TrailStatus({ caller, path }: { caller: Caller; path: string }) {
  return <LogStatus log={await readLog(caller)} href={`${path}/proof`} />;
}

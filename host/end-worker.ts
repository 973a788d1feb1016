import type { Worker } from "node:cluster";
import { once } from "node:events";
import { REPLACED } from "@/host/messages";
import { PATIENCE_MS, REPLACED_MS } from "@/host/patience";

/** Has a process end when its notice is over and its requests are answered.
 *  @param drainMs the notice it gives (ATRIUM_DRAIN_SECONDS) */
export function drain(worker: Worker, drainMs: number): Promise<void> {
  return ended(worker, drainMs + PATIENCE_MS, () => worker.process.kill("SIGTERM"));
}

/** Has a process end whose successor listens: it needs to give no notice, and may take as long as its longest request. */
export function retire(worker: Worker): Promise<void> {
  return ended(worker, REPLACED_MS + PATIENCE_MS, () => tell(worker, REPLACED));
}

/** Says something to a process, which may be gone by now: then its end is heard of elsewhere. */
export function tell(worker: Worker, message: string): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

async function ended(worker: Worker, patienceMs: number, ask: () => void): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, "exit");
  ask();
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), patienceMs);
  await gone;
  clearTimeout(timer);
}

import type { Worker } from "node:cluster";
import { once } from "node:events";
import { REPLACED } from "@/host/messages";
import { PATIENCE_MS, REPLACED_MS } from "@/host/patience";

/** Ends a process after its notice, when its requests are answered.
 *  @param drainMs the notice (ATRIUM_DRAIN_SECONDS) */
export function drain(worker: Worker, drainMs: number): Promise<void> {
  return ended(worker, drainMs + PATIENCE_MS, () => worker.process.kill("SIGTERM"));
}

/** Ends a process whose successor listens: it needs no notice, and may take as long as its longest
 *  request. */
export function retire(worker: Worker): Promise<void> {
  return ended(worker, REPLACED_MS + PATIENCE_MS, () => tell(worker, REPLACED));
}

/** Sends a message to a process, which may be gone by now: then its exit event reports that. */
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

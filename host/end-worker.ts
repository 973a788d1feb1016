import type { Worker } from "node:cluster";
import { once } from "node:events";
import { REPLACED } from "@/host/messages";
import { END_TIMEOUT_MS, REPLACED_MS } from "@/host/patience";

/** Ends a process after its notice, when its requests are answered.
 *  @param drainMs the notice (ATRIUM_DRAIN_SECONDS) */
export function drain(worker: Worker, drainMs: number): Promise<void> {
  return untilEnded(worker, drainMs + END_TIMEOUT_MS, () => worker.process.kill("SIGTERM"));
}

/** Ends a process whose successor listens: it needs no notice, and may take as long as its longest
 *  request. */
export function retire(worker: Worker): Promise<void> {
  return untilEnded(worker, REPLACED_MS + END_TIMEOUT_MS, () => sendMessage(worker, REPLACED));
}

/** Sends a message to a process, which may be gone by now: then its exit event reports that. */
export function sendMessage(worker: Worker, message: string): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

async function untilEnded(worker: Worker, patienceMs: number, ask: () => void): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, "exit");
  ask();
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), patienceMs);
  await gone;
  clearTimeout(timer);
}

import { singleton } from "@/lib/kernel/process/singleton";

// "Does this process end?" has three answers: it takes no new work (draining), another has taken its place (leaving), and its time
// is over (host/web-process).
const state = singleton("draining", () => ({ draining: false, leaving: false }));

/** From now on this process says that it is not ready, so that nobody sends it more. */
export function startDraining(): void {
  state.draining = true;
}

/** Whether this process is about to end. */
export function isDraining(): boolean {
  return state.draining;
}

/** From now on each answer is the last on its connection; the process is ready all the while. */
export function startLeaving(): void {
  state.leaving = true;
}

/** Whether this process ends or was replaced: clients should look for another after this answer, and nothing waits here for news. */
export function isLeaving(): boolean {
  return state.draining || state.leaving;
}

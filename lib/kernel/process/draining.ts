import { singleton } from "@/lib/kernel/process/singleton";

// An ending process has three stages: it accepts no new work (draining), another has replaced it (leaving),
// and its time is over (host/web-process).
const state = singleton("draining", () => ({ draining: false, leaving: false }));

/** From now on this process reports that it is not ready, so that load balancers send it nothing more. */
export function startDraining(): void {
  state.draining = true;
}

/** Whether this process is about to end. */
export function isDraining(): boolean {
  return state.draining;
}

/** From now on each response closes its connection; the process remains ready. */
export function startLeaving(): void {
  state.leaving = true;
}

/** Whether this process ends or was replaced: clients should connect to another after this response, and long
 *  polls end. */
export function isLeaving(): boolean {
  return state.draining || state.leaving;
}

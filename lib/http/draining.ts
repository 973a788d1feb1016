import { singleton } from "@/lib/singleton";

const state = singleton("draining", () => ({ draining: false }));

/** From now on this process says that it is not ready, so that nobody sends it more. */
export function startDraining(): void {
  state.draining = true;
}

/** Whether this process is about to end. */
export function isDraining(): boolean {
  return state.draining;
}

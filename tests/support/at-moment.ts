import { setClock } from "@/lib/kernel/clock";

/** A full hour that has not come yet: whatever the set-up made by the real clock is there by then. */
export const nextHour = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);

/** Runs `work` with the service's clock standing at this moment. */
export async function atMoment<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  const restore = setClock({ now: () => moment });
  try {
    return await work();
  } finally {
    restore();
  }
}

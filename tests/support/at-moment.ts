import { setClock } from "@/lib/kernel/clock";

/** The next full hour: everything that the set-up makes by the real clock exists by then. */
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

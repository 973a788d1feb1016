import { setClock } from "@/lib/clock";

/** Runs `work` with the service's clock standing at this moment. */
export async function atMoment<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  const restore = setClock({ now: () => moment });
  try {
    return await work();
  } finally {
    restore();
  }
}

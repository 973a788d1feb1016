import { config } from "@/lib/kernel/config/config";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import type { FairnessKey } from "@/lib/kernel/process/fair-queue";
import { registerGauge } from "@/lib/kernel/process/metrics";
import { singleton } from "@/lib/kernel/process/singleton";

/** The public plane is open to every client; the private one answers callers with a secret. A flood on one
 *  leaves the other its capacity (spec, Code vocabulary: service_overloaded). Health checks and the keys that
 *  verify tokens are outside of both: they answer in any flood. */
export type Plane = "public" | "private" | "outside";

/** The slot of a request while it is being answered. */
export interface Place {
  /** Exchanges the slot for one in another plane, once the caller is known; their fairness key decides their
   *  turn.
   *  @throws ServiceError `service_overloaded` */
  moveTo(plane: Plane, fairnessKey: FairnessKey): Promise<void>;
}

const planes = singleton("planes", () => {
  const { publicPlaneInFlight, privatePlaneInFlight } = config().limits;
  const capacity = {
    public: new ConcurrencyLimit(publicPlaneInFlight, publicPlaneInFlight),
    private: new ConcurrencyLimit(privatePlaneInFlight, privatePlaneInFlight),
  };
  for (const plane of ["public", "private"] as const) {
    const [of, load] = [`of the ${plane} plane`, () => capacity[plane].load()];
    registerGauge(`${plane}_plane_in_flight`, `Requests ${of} being answered`, () => load().busy);
    registerGauge(
      `${plane}_plane_waiting`,
      `Requests ${of} waiting their turn`,
      () => load().waiting,
    );
  }
  return capacity;
});

/** Runs a request within its plane's capacity; its fairness key decides its turn.
 *  @throws ServiceError `service_overloaded` */
export async function withinCapacity<T>(
  plane: Plane,
  fairnessKey: FairnessKey,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  let leave: (() => void) | null = null;
  const moveTo = async (next: Plane, key: FairnessKey) => {
    leave?.();
    leave = null;
    const entering = next === "outside" ? null : planes[next].enter(key);
    leave = entering instanceof Promise ? await entering : entering;
  };
  await moveTo(plane, fairnessKey);
  try {
    return await work({ moveTo });
  } finally {
    // Within the closure above it is more than null, which the compiler can't see.
    (leave as (() => void) | null)?.();
  }
}

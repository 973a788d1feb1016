import { config } from "@/lib/config/config";
import { watch } from "@/lib/metrics/metrics";
import { singleton } from "@/lib/singleton";
import { Slots } from "@/lib/slots";
import type { Neighbour } from "@/lib/turns";

/** The public plane is what anybody can reach; the private one answers callers who hold a secret. A flood
 *  on one leaves the other its capacity (spec, Code vocabulary: service_overloaded). */
export type Plane = "public" | "private";

const planes = singleton("planes", () => {
  const { publicPlaneInFlight, privatePlaneInFlight } = config().limits;
  const slots = {
    public: new Slots(publicPlaneInFlight, publicPlaneInFlight),
    private: new Slots(privatePlaneInFlight, privatePlaneInFlight),
  };
  for (const plane of ["public", "private"] as const) {
    const [of, load] = [`of the ${plane} plane`, () => slots[plane].load()];
    watch(`${plane}_plane_in_flight`, `Requests ${of} being answered`, () => load().busy);
    watch(`${plane}_plane_waiting`, `Requests ${of} waiting their turn`, () => load().waiting);
  }
  return slots;
});

/** Runs a request within its plane's capacity.
 *  @param neighbour whose turn it takes when others wait
 *  @throws ServiceError `service_overloaded` */
export function withinCapacity<T>(
  plane: Plane,
  neighbour: Neighbour,
  work: () => Promise<T>,
): Promise<T> {
  return planes[plane].run(neighbour, work);
}

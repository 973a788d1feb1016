import { ServiceError } from "@/lib/errors";

/** Fails when `work` takes longer than it may. The work itself goes on: whatever it waits for has a deadline of its
 *  own, and this one is for those who wait for it.
 *  @param ms how long it may take
 *  @throws ServiceError `unavailable` */
export async function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ServiceError("unavailable", {
            detail: "The service is temporarily unavailable.",
            retryAfterSeconds: 5,
          }),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

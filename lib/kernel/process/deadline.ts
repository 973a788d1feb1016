import { ServiceError } from "@/lib/kernel/errors";

/** Fails when `work` takes longer than it may. The work itself goes on: whatever it waits for has a deadline of its
 *  own, and this one is for those who wait for it.
 *  @param ms how long it may take
 *  @throws ServiceError `unavailable` */
export function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(
      (done) => {
        clearTimeout(timer);
        resolve(done);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** The refusal of work that took longer than it may. */
export function late(): ServiceError {
  return new ServiceError("unavailable", {
    detail: "The service is temporarily unavailable.",
    retryAfterSeconds: 5,
  });
}

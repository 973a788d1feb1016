import { ServiceError } from "@/lib/kernel/errors";

/** Fails when `work` takes longer than it may. The work itself continues: everything in it has a deadline of
 *  its own, and this one is for its callers.
 *  @param ms the deadline
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

/** Returns the error for work that exceeded its deadline. */
export function late(): ServiceError {
  return new ServiceError("unavailable", {
    detail: "The service is temporarily unavailable.",
    retryAfterSeconds: 5,
  });
}

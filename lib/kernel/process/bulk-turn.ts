let last: Promise<unknown> = Promise.resolve();

/** Runs `work` once no other bulk work of this process is under way: bulk work keeps PostgreSQL busy while it
 *  runs. So it takes one core of the database from sign-ins, and not one for each task.
 *  @returns what `work` returns; it fails as `work` fails */
export function inBulkTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` once no other work of its kind is under way in this process: work in bulk, which keeps PostgreSQL busy for as long as there
 *  is any. So bulk work takes one core of the database from those who sign in, and not one for each thing that there is to do.
 *  @returns what `work` returns; it fails as `work` fails */
export function inBulkTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

/** Does the work for each item, one after the other. A failure does not stop the others.
 *  @throws the first error, once the work was done for all */
export async function eachInTurn<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

import { isAtriumError } from "@atrium/client";

/** Creates something, or finds what an earlier run created: there are no idempotency keys, so a repeated
 *  create is recognised by its 409, and the existing one is found in the list. */
export async function ensure<T, Listed extends T>(
  create: () => Promise<T>,
  list: () => Promise<Listed[]>,
  same: (one: Listed) => boolean,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!isAtriumError(error) || error.status !== 409) throw error;
    const found = (await list()).find(same);
    if (!found) throw error;
    return found;
  }
}

import { singleton } from "@/lib/kernel/process/singleton";

const lent = singleton("lent-bytes", () => new WeakMap<object, () => void>());

/** Has `sent` called once these bytes were handed to the kernel, so that their memory can be used again. Where nobody tells, it never is:
 *  then it is the collector's. */
export function lendBytes(bytes: Uint8Array, sent: () => void): void {
  lent.set(bytes, sent);
}

/** The function to call once these bytes were sent; undefined for bytes that nobody lent. */
export function whenSent(bytes: unknown): (() => void) | undefined {
  return typeof bytes === "object" && bytes !== null ? lent.get(bytes) : undefined;
}

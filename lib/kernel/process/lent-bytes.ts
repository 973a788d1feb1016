import { singleton } from "@/lib/kernel/process/singleton";

const lent = singleton("lent-bytes", () => new WeakMap<object, () => void>());

/** Registers a callback for when these bytes were handed to the kernel, so that their memory can be reused.
 *  If nothing calls it, the memory is left to the garbage collector. */
export function lendBytes(bytes: Uint8Array, sent: () => void): void {
  lent.set(bytes, sent);
}

/** Returns the callback of these bytes; undefined for bytes without one. */
export function whenSent(bytes: unknown): (() => void) | undefined {
  return typeof bytes === "object" && bytes !== null ? lent.get(bytes) : undefined;
}

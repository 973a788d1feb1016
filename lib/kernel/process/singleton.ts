/** Returns the one instance of this process, in however many bundles this module is: Next can load a module
 *  more than once, and a second connection pool or metrics registry would be a bug. */
export function singleton<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`atrium.${name}`);
  const existing = store[key];
  if (existing !== undefined) return existing;
  const made = make();
  store[key] = made;
  return made;
}

import type { SharedStore } from "./store.js";

/** A store in this process's memory: for tests, for examples, and for products with a single process. Its
 *  values end with the process.
 *  @param most entries; the oldest is removed first
 *  @example
 *  import { memoryStore } from "@atrium/client";
 *
 *  const store = memoryStore();
 *  await store.set("greeting", "hello", 60);
 *  console.log(await store.get("greeting"));
 */
export function memoryStore(most = 10_000): SharedStore {
  const entries = new Map<string, { value: string; until: number }>();
  const live = (key: string) => {
    const entry = entries.get(key);
    if (entry && entry.until > Date.now()) return entry.value;
    entries.delete(key);
    return null;
  };
  const put = (key: string, value: string, seconds: number) => {
    entries.delete(key);
    entries.set(key, { value, until: Date.now() + seconds * 1000 });
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break;
      entries.delete(oldest);
    }
  };
  return {
    get: async (key) => live(key),
    set: async (key, value, seconds) => put(key, value, seconds),
    delete: async (key) => void entries.delete(key),
    add: async (key, value, seconds) => {
      if (live(key) !== null) return false;
      put(key, value, seconds);
      return true;
    },
  };
}

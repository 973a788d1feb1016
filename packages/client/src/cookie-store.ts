import { seal, sealingKey, unseal } from "./seal.js";
import type { Store } from "./store.js";

/** Cookies of one request and its answer, read and written by your framework. */
export interface CookieJar {
  get(name: string): string | undefined;
  /** Sets a cookie: HttpOnly, Secure, SameSite=Lax and for the path `/`.
   *  @param maxAge seconds; 0 deletes the cookie */
  set(name: string, value: string, maxAge: number): void;
}

/** A store in the user's own browser, for one request: its values are encrypted, bound to their name and
 *  time. A browser stores about 4,000 bytes in a cookie, and an attacker who copies the cookie has its value:
 *  store small things in it.
 *  @param secret at least 32 random characters, the same on all your servers
 *  @example
 *  import { cookieStore } from "@atrium/client";
 *
 *  const cookies = new Map<string, string>();
 *  const jar = {
 *    get: (name: string) => cookies.get(name),
 *    set: (name: string, value: string) => void cookies.set(name, value),
 *  };
 *  const store = cookieStore(jar, "a secret of 32 random characters");
 *  await store.set("activity", "a token", 1800);
 *  console.log(await store.get("activity"));
 */
export function cookieStore(jar: CookieJar, secret: string): Store {
  const key = sealingKey(secret);
  // Reported at its use: an unhandled rejection would end a Node process.
  key.catch(() => {});
  const nameOf = (place: string) => `atrium_${place.replace(/[^\w-]/g, "_")}`;
  return {
    get: async (place) => {
      const sealed = jar.get(nameOf(place));
      return sealed ? unseal(await key, place, sealed) : null;
    },
    set: async (place, value, seconds) => {
      const sealed = await seal(await key, place, value, seconds);
      if (sealed.length > 3_800) throw new RangeError(`${place} is too long for a cookie`);
      jar.set(nameOf(place), sealed, Math.ceil(seconds));
    },
    delete: async (place) => jar.set(nameOf(place), "", 0),
  };
}

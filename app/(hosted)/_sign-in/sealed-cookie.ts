import type { z } from "zod";
import {
  type CookieReader,
  cookieHeader,
  dialogueCookieName,
  SIGN_IN_PAGES,
} from "@/lib/core/oidc/http/cookies";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

/** Cookie in which a sign-in, or another dialogue of several pages, stores its state in the browser that
 *  started it. */
export interface SealedCookie<T> {
  /** Returns the `Set-Cookie` header that stores a value. */
  keep: (uid: string, value: T) => string;
  /** Returns the value stored under this name, or null. */
  read: (uid: string, cookies: CookieReader) => T | null;
  /** Returns the `Set-Cookie` header that clears it. */
  forget: (uid: string) => string;
}

/** Makes a cookie for each sign-in or dialogue. It is sealed: going back, refreshing and pages without
 *  scripts all find the value, and a later reader of the browser's storage doesn't.
 *  @param seconds lifetime in the browser
 *  @param path the pages that receive it */
export function sealedCookie<T extends object>(
  name: string,
  schema: z.ZodType<T>,
  seconds: number,
  path = SIGN_IN_PAGES,
): SealedCookie<T> {
  const purpose = `${name}-login`;
  const nameOf = (uid: string) => dialogueCookieName(name, uid);
  const cookieOf = (uid: string, value: string, maxAge: number) =>
    cookieHeader({ name: nameOf(uid), value, path, maxAge });
  return {
    keep: (uid, value) => cookieOf(uid, seal(purpose, uid, value).toString("base64url"), seconds),
    read: (uid, cookies) => {
      const value = cookies(nameOf(uid));
      if (!value) return null;
      try {
        return schema.parse(unseal(purpose, uid, Buffer.from(value, "base64url")));
      } catch {
        // Altered, or sealed under a master key that is no longer ours: treated as absent.
        return null;
      }
    },
    forget: (uid) => cookieOf(uid, "", 0),
  };
}

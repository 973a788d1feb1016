import { z } from "zod";
import { now } from "@/lib/clock";
import { seal, unseal } from "@/lib/crypto/seal";
import type { LoginChallenge } from "@/lib/login/completed-login";
import { type CookieReader, cookieHeader } from "@/lib/oidc/http/cookies";

const pendingSchema = z.object({
  email: z.string(),
  token: z.string(),
  /** Whether a code was sent for it, or an older one has to do. */
  sent: z.boolean().default(true),
  /** It was sent because another one was asked for. */
  resent: z.boolean().default(false),
  codeLength: z.number(),
  resendAt: z.coerce.date(),
  trustedDeviceDays: z.number(),
});

/** A sign-in whose password was right and whose code is awaited. It is kept in a cookie of its interaction,
 *  sealed, so that going back, refreshing and pages without scripts all find it again. */
export type PendingLogin = z.infer<typeof pendingSchema>;

const nameOf = (uid: string) => `atrium_pending_${uid}`;

function cookieOf(uid: string, value: string, maxAge: number): string {
  return cookieHeader({ name: nameOf(uid), value, path: "/login", maxAge });
}

/** The cookie that remembers that a code was asked for.
 *  @param resent not for the first time */
export function keptPendingLogin(
  uid: string,
  email: string,
  challenge: LoginChallenge,
  resent = false,
): string {
  const pending: PendingLogin = {
    email,
    token: challenge.token,
    sent: challenge.sent,
    resent,
    codeLength: challenge.codeLength,
    resendAt: new Date(now().getTime() + challenge.resendAfterSeconds * 1000),
    trustedDeviceDays: challenge.rememberDeviceAllowed ? challenge.trustedDeviceDays : 0,
  };
  return cookieOf(uid, seal("pending-login", uid, pending).toString("base64url"), 60 * 60);
}

/** The code that this sign-in waits for, or null. */
export function readPendingLogin(uid: string, cookies: CookieReader): PendingLogin | null {
  const value = cookies(nameOf(uid));
  if (!value) return null;
  try {
    return pendingSchema.parse(unseal("pending-login", uid, Buffer.from(value, "base64url")));
  } catch {
    // Altered, or sealed under a master key that is no longer ours: as good as none.
    return null;
  }
}

/** The cookie that forgets it: another account is wanted. */
export function forgottenPendingLogin(uid: string): string {
  return cookieOf(uid, "", 0);
}

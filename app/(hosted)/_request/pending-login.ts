import { cookies } from "next/headers";
import { z } from "zod";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { seal, unseal } from "@/lib/crypto/seal";
import type { LoginChallenge } from "@/lib/login/completed-login";

const pendingSchema = z.object({
  email: z.string(),
  token: z.string(),
  /** Whether a code was sent for it, or an older one has to do. */
  sent: z.boolean().default(true),
  maskedEmail: z.string(),
  codeLength: z.number(),
  expiresAt: z.coerce.date(),
  resendAt: z.coerce.date(),
  trustedDeviceDays: z.number(),
});

/** A sign-in whose password was right and whose code is awaited. It is kept in a cookie of its interaction,
 *  sealed, so that going back, refreshing and pages without scripts all find it again. */
export type PendingLogin = z.infer<typeof pendingSchema>;

function cookieOf(uid: string) {
  return {
    name: `atrium_pending_${uid}`,
    httpOnly: true,
    sameSite: "lax",
    secure: config().baseUrl.startsWith("https://"),
    path: "/login",
  } as const;
}

/** Remembers that a code was asked for. */
export async function keepPendingLogin(
  uid: string,
  email: string,
  challenge: LoginChallenge,
): Promise<void> {
  const pending: PendingLogin = {
    email,
    token: challenge.token,
    sent: challenge.sent,
    maskedEmail: challenge.maskedEmail,
    codeLength: challenge.codeLength,
    expiresAt: challenge.expiresAt,
    resendAt: new Date(now().getTime() + challenge.resendAfterSeconds * 1000),
    trustedDeviceDays: challenge.rememberDeviceAllowed ? challenge.trustedDeviceDays : 0,
  };
  const value = seal("pending-login", uid, pending).toString("base64url");
  (await cookies()).set({ ...cookieOf(uid), value, maxAge: 60 * 60 });
}

/** The code that this sign-in waits for, or null. */
export async function readPendingLogin(uid: string): Promise<PendingLogin | null> {
  const value = (await cookies()).get(cookieOf(uid).name)?.value;
  if (!value) return null;
  try {
    return pendingSchema.parse(unseal("pending-login", uid, Buffer.from(value, "base64url")));
  } catch {
    // Altered, or sealed under a master key that is no longer ours: as good as none.
    return null;
  }
}

/** Forgets it: another account is wanted. */
export async function forgetPendingLogin(uid: string): Promise<void> {
  (await cookies()).set({ ...cookieOf(uid), value: "", maxAge: 0 });
}

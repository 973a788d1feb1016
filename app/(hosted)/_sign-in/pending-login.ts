import { z } from "zod";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import { factorMethods } from "@/lib/core/factors/factor";
import { PasskeyRequestOptions } from "@/lib/core/factors/passkey-options";
import type { LoginChallenge } from "@/lib/core/login/completed-login";
import { now } from "@/lib/kernel/clock";

const methods = z.array(z.enum(factorMethods));

const shared = {
  email: z.string(),
  token: z.string(),
  trustedDeviceDays: z.number(),
  /** Whether the device supports passkeys (browser/use-passkey.ts). */
  keepsPasskeys: z.boolean().default(false),
};

const byPasskey = z.object({
  ...shared,
  type: z.literal("passkey"),
  methods,
  passkey: PasskeyRequestOptions,
  /** Whether this challenge replaces one that expired. */
  renewed: z.boolean(),
});

const typed = z.object({
  ...shared,
  type: z.enum(["totp", "recovery_code"]),
  methods,
  codeLength: z.number(),
});

// A sign-in that began under an earlier version names no type and no methods.
const mailed = z.object({
  ...shared,
  type: z.literal("email_otp").default("email_otp"),
  methods: methods.default(["email_otp"]),
  /** Whether a code was sent for this challenge, or an older one is still to be used. */
  sent: z.boolean().default(true),
  /** Whether this code was sent because the user requested another one. */
  resent: z.boolean().default(false),
  codeLength: z.number(),
  resendAt: z.coerce.date(),
});

/** Pending sign-in: its password was right, and it waits for a second factor. */
export type PendingLogin = z.infer<typeof byPasskey | typeof typed | typeof mailed>;
/** Pending sign-in that waits for a code, mailed or not. */
export type PendingCode = Exclude<PendingLogin, { type: "passkey" }>;
export type PendingPasskey = Extract<PendingLogin, { type: "passkey" }>;

export const pendingLogins = sealedCookie<PendingLogin>(
  "pending",
  z.union([byPasskey, typed, mailed]),
  60 * 60,
);

/** User from whom a second factor is required, and whether their browser knows passkeys. */
type PendingUser = Pick<PendingLogin, "email" | "keepsPasskeys">;

/** Returns a challenge as the browser stores it.
 *  @param again it is not requested for the first time */
export function pendingLogin(
  { email, keepsPasskeys }: PendingUser,
  challenge: LoginChallenge,
  again = false,
): PendingLogin {
  const { token, methods, rememberDeviceAllowed } = challenge;
  const trustedDeviceDays = rememberDeviceAllowed ? challenge.trustedDeviceDays : 0;
  const common = { email, keepsPasskeys, token, methods, trustedDeviceDays };
  if (challenge.type === "passkey")
    return { ...common, type: "passkey", passkey: fitting(challenge.passkey), renewed: again };
  const { codeLength } = challenge;
  if (challenge.type !== "email_otp") return { ...common, type: challenge.type, codeLength };
  const { type, sent, resendAfterSeconds } = challenge;
  const resendAt = new Date(now().getTime() + resendAfterSeconds * 1000);
  return { ...common, type, codeLength, sent, resent: again && sent, resendAt };
}

/** Longest list of passkeys, in characters: browsers drop a cookie of more than 4,096 bytes. */
const LIST_LENGTH = 1800;

/** Returns options that fit into a cookie. Without a list, the browser offers all passkeys of the site, and
 *  this service decides which of them is the user's. */
function fitting(options: PasskeyRequestOptions): PasskeyRequestOptions {
  const fits = JSON.stringify(options.allowCredentials).length <= LIST_LENGTH;
  return fits ? options : { ...options, allowCredentials: [] };
}

import type { IssuedTrustedDevice } from "@/lib/core/login/completed-login";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { type TrustedDevice, windowDaysOf } from "@/lib/core/trusted-devices/trusted-device";

/** Returns whether a device may be trusted, and for how many days. A tenant that requires a code at every
 *  login has nothing to offer in return for trust. */
export function trustOffer(policy: Pick<SecurityPolicy, "loginOtp" | "trustedDeviceDays">): {
  rememberDeviceAllowed: boolean;
  trustedDeviceDays: number;
} {
  const days = policy.loginOtp === "always" ? 0 : policy.trustedDeviceDays;
  return { rememberDeviceAllowed: days > 0, trustedDeviceDays: days };
}

/** Returns a device and its token as the only response that carries the token shows them. */
export function issuedDevice({
  device,
  token,
}: {
  device: TrustedDevice;
  token: string;
}): IssuedTrustedDevice {
  return { id: device.id, token, windowDays: windowDaysOf(device), expiresAt: device.expiresAt };
}

import type { FactorMethod } from "@/lib/core/factors/factor";
import type { CompletedLogin, LoginChannel, LoginSuccess } from "@/lib/core/login/completed-login";
import { finishLogin } from "@/lib/core/login/finish-login";
import { issuedDevice, trustOffer } from "@/lib/core/login/trust-offer";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

interface FinishedLogin {
  user: User;
  policy: SecurityPolicy;
  channel: LoginChannel;
  login: CompletedLogin;
  /** The second factor that was shown. */
  method: FactorMethod;
  /** Name of the device to be trusted, null for the name that the user agent implies; undefined when no
   *  device is trusted. */
  remembered: string | null | undefined;
}

/** Finishes a sign-in with a second factor, and trusts its device when the user requested that and the
 *  policy allows it. */
export async function finishWithDevice(
  db: Queryable,
  caller: Caller,
  { user, policy, channel, login, method, remembered }: FinishedLogin,
): Promise<LoginSuccess> {
  const { rememberDeviceAllowed, trustedDeviceDays } = trustOffer(policy);
  const trusted =
    remembered !== undefined && rememberDeviceAllowed
      ? await createTrustedDevice(
          db,
          {
            user,
            windowDays: trustedDeviceDays,
            alert: policy.trustedDeviceEmail,
            name: remembered,
            methods: [method],
          },
          { actor: caller.actor, context: caller.context, at: login.authTime },
        )
      : null;
  return finishLogin(db, caller, channel, {
    login: { ...login, trustedDeviceId: trusted?.device.id ?? null },
    trustedDevice: trusted && issuedDevice(trusted),
  });
}

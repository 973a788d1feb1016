import { emailOtp } from "@/lib/core/factors/email-otp-factor";
import type {
  AddedByUser,
  Factor,
  FactorMethod,
  FactorType,
  TypedFactor,
  TypedMethod,
} from "@/lib/core/factors/factor";
import { passkey } from "@/lib/core/factors/passkey-factor";
import { recoveryCode } from "@/lib/core/factors/recovery-code-factor";
import { totp } from "@/lib/core/factors/totp-factor";

/** All factors. */
export const factors = {
  email_otp: emailOtp,
  totp,
  passkey,
  recovery_code: recoveryCode,
} satisfies { [Method in FactorMethod]: Factor<Method> } & {
  [Method in TypedMethod]: TypedFactor<Method>;
} & { [Type in FactorType]: AddedByUser<Type> };

import {
  CODE_LIFETIME_SECONDS,
  CODE_TRIES,
  type CodePurpose,
} from "@/lib/core/one-time-codes/code";
import { emailKeyOf } from "@/lib/core/users/email";
import type { TenantScope } from "@/lib/kernel/caller";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Takes one of the tries that an address has for codes that come without their challenge. They are
 *  counted separately, so that an attacker who knows the address can't spend those of the open login.
 *  @returns whether one was left */
export async function takeAddressTry(
  { environmentId }: TenantScope,
  about: { email: string; purpose: CodePurpose; sessionId: string | null },
): Promise<boolean> {
  const key = bucketKey(
    environmentId,
    about.purpose,
    about.sessionId ?? "",
    emailKeyOf(about.email),
  );
  const budget = { name: "login-code", points: CODE_TRIES, seconds: CODE_LIFETIME_SECONDS };
  return (await takePoint(budget, key)).allowed;
}

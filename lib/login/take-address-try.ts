import type { TenantScope } from "@/lib/caller";
import { CODE_LIFETIME_SECONDS, CODE_TRIES, type CodePurpose } from "@/lib/one-time-codes/code";
import { bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import { emailKeyOf } from "@/lib/users/email";

/** Takes one of the tries that an address has for codes that come without their challenge. They are counted
 *  apart, so that a stranger who knows the address can't spend those of the login that is under way.
 *  @returns whether there was one left */
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

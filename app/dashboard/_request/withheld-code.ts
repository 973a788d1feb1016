import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { CodeChallenge } from "@/lib/core/factors/factor";
import { lastCodeEnd } from "@/lib/core/login/last-code-end";
import type { TenantScope } from "@/lib/kernel/caller";

/** Returns the message instead of "sent" when no code was sent: until when the last one works, or when
 *  another can be requested.
 *  @returns undefined when a code was sent */
export async function withheldCode(
  scope: TenantScope,
  { token, sent, resendAfterSeconds }: CodeChallenge,
  email: string,
): Promise<string | undefined> {
  if (sent) return undefined;
  const [{ t, format }, end] = await Promise.all([wordsOf("frame"), lastCodeEnd(scope, token)]);
  if (!end)
    return t("problem.codeWithheldNone", { email, minutes: Math.ceil(resendAfterSeconds / 60) });
  const time = format.dateTime(end, {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return t("problem.codeWithheldUntil", { email, time });
}

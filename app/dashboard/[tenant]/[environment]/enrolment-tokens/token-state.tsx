import { Badge } from "@/app/dashboard/_parts/blocks";
import type { Translator } from "@/app/dashboard/_words/words-of";
import { type EnrolmentToken, unusableReason } from "@/lib/core/enrolment/enrolment-token";

type T = Translator<"installations">;

export type TokenState = "usable" | "waiting" | "usedUp" | "expired" | "revoked";

/** Returns the answer that an installation would get for this token now. */
export function tokenState(token: EnrolmentToken, at: Date): TokenState {
  const reason = unusableReason(token, at);
  if (reason === "enrolment_token_revoked") return "revoked";
  if (reason === "enrolment_token_expired") return "expired";
  if (reason === "enrolment_token_not_yet_valid") return "waiting";
  return token.maxUses !== null && token.uses >= token.maxUses ? "usedUp" : "usable";
}

const tones = {
  usable: "green",
  waiting: "amber",
  usedUp: "neutral",
  expired: "neutral",
  revoked: "red",
} as const;

/** State of a token as a badge. */
export function TokenStateBadge({ state, t }: { state: TokenState; t: T }) {
  return <Badge tone={tones[state]}>{t(`tokenState.${state}`)}</Badge>;
}

/** Number of uses of a token, and its maximum. */
export function usesOf({ uses, maxUses }: Pick<EnrolmentToken, "uses" | "maxUses">, t: T): string {
  return maxUses === null
    ? t("tokens.usesFree", { uses })
    : t("tokens.usesOf", { uses, most: maxUses });
}

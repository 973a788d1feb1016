import { Badge } from "@/app/dashboard/_parts/badge";
import { type EnrolmentToken, unusableReason } from "@/lib/enrolment/enrolment-token";

export type TokenState = "usable" | "waiting" | "used up" | "expired" | "revoked";

/** What a token would answer to an installation that comes now. */
export function tokenState(token: EnrolmentToken, at: Date): TokenState {
  const reason = unusableReason(token, at);
  if (reason === "enrolment_token_revoked") return "revoked";
  if (reason === "enrolment_token_expired") return "expired";
  if (reason === "enrolment_token_not_yet_valid") return "waiting";
  return token.maxUses !== null && token.uses >= token.maxUses ? "used up" : "usable";
}

const tones = {
  usable: "green",
  waiting: "amber",
  "used up": "neutral",
  expired: "neutral",
  revoked: "red",
} as const;

/** The same as a badge. */
export function TokenStateBadge({ state }: { state: TokenState }) {
  return <Badge tone={tones[state]}>{state}</Badge>;
}

/** How often a token was used, of how many times. */
export function usesOf({ uses, maxUses }: Pick<EnrolmentToken, "uses" | "maxUses">): string {
  return maxUses === null ? `${uses}, no limit` : `${uses} of ${maxUses}`;
}

import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { Wait } from "@/lib/core/oidc/pages/wait";
import { now } from "@/lib/kernel/clock";

/** Code that was sent last, when no new one is sent. */
export interface LastCode {
  /** Null when it has expired. */
  endsAt: Date | null;
}

interface Props {
  look: PageLook;
  lastCode: LastCode;
}

/** Says whether the last code still works, and for how long: as a countdown, because the reader's time zone
 *  is not known. */
export function LastCodeState({ look: { t }, lastCode: { endsAt } }: Props) {
  if (!endsAt) return t("code.noneWorks");
  return (
    <Wait
      seconds={secondsUntil(endsAt)}
      text={(time) => t("code.lastWorks", { time })}
      after={t("code.noneWorks")}
    />
  );
}

/** Returns the whole seconds until a moment, 0 when it has passed. */
export function secondsUntil(moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now().getTime()) / 1000));
}

import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { Wait } from "@/lib/core/oidc/pages/wait";
import { now } from "@/lib/kernel/clock";

/** The code that was sent last, where no other is sent. */
export interface LastCode {
  /** Null when it does not work any more. */
  endsAt: Date | null;
}

interface Props {
  look: PageLook;
  lastCode: LastCode;
}

/** Says whether the last code still works, and for how long. The time is counted down: the reader's time zone is not
 *  known. */
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

/** Whole seconds from now to a moment, none when it is over. */
export function secondsUntil(moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now().getTime()) / 1000));
}

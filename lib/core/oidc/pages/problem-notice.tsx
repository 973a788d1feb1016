import type { ReactNode } from "react";
import { Notice } from "@/lib/core/oidc/pages/notice";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import type { Problem } from "@/lib/core/oidc/pages/problem";
import { Wait } from "@/lib/core/oidc/pages/wait";

interface Props {
  look: PageLook;
  problem: Problem | undefined;
  /** Takes the focus, unless a field does. */
  focus?: boolean;
  /** Further content about the problem, after its sentence. */
  children?: ReactNode;
}

/** A problem in the reader's language, with a countdown of its waiting time. */
export function ProblemNotice({ look: { t }, problem, focus = true, children }: Props) {
  if (!problem) return null;
  const { kind, retryAfterSeconds } = problem;
  const waits = kind === "locked" || kind === "notResent" || kind === "limited";
  return (
    <Notice tone="danger" focus={focus}>
      {waits ? (
        <Wait
          seconds={retryAfterSeconds ?? 60}
          text={(time) => t(`problem.${kind}`, { time })}
          after={t("problem.unlocked")}
        />
      ) : (
        t(`problem.${kind}`)
      )}
      {children && <> {children}</>}
    </Notice>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { Countdown } from "@/app/_components/countdown";
import type { Problem } from "@/app/_components/problem";

/** A problem in the reader's language; one with a waiting time counts it down. */
export function ProblemText({ problem }: { problem: Problem }) {
  const t = useTranslations("problem");
  const { kind, retryAfterSeconds } = problem;
  if (kind === "locked" || kind === "notResent" || kind === "limited")
    return (
      <Countdown
        // A second refusal counts anew, even when it says the same number.
        key={problem.at}
        seconds={retryAfterSeconds ?? 60}
        during={(time) => t(kind, { time })}
        after={t("unlocked")}
      />
    );
  return <>{t(kind)}</>;
}

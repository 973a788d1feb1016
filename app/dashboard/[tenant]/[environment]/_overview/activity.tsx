import { Notice } from "@/app/dashboard/_parts/blocks";
import { When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { now } from "@/lib/kernel/clock";
import { Figures } from "./figures";
import type { OverviewProps } from "./overview-props";
import { readActivity } from "./read-activity";
import { SignInChart } from "./sign-in-chart";

/** Activity of an environment in numbers. */
export async function Activity({ caller, place, by }: OverviewProps) {
  const activity = await readActivity(caller, by === "day" ? "day" : "hour", now());
  const { t } = await wordsOf("overview");
  const { behindSince } = activity;
  return (
    <>
      {behindSince && (
        <Notice tone="amber">
          {t.rich("page.behind", { when: () => <When at={behindSince} /> })}
        </Notice>
      )}
      <Figures activity={activity} place={place} />
      <SignInChart activity={activity} place={place} />
    </>
  );
}

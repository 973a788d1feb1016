import { Figure } from "@/app/dashboard/_charts/figure";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { readQueues } from "@/lib/core/operators/read-queues";
import type { PlatformFailures } from "@/lib/features/statistics/activity-store";

type Queues = Awaited<ReturnType<typeof readQueues>>;

/** Key figures that show whether anything needs an operator. */
export async function PlatformFigures({
  failures,
  queues,
}: {
  failures: PlatformFailures;
  queues: Queues;
}) {
  const { t, format } = await wordsOf("operator");
  const sum = (of: "waiting" | "failed") => queues.reduce((all, queue) => all + queue[of], 0);
  const { failedMail, failedLogouts, waitingLogouts } = failures;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure
        name={t("overview.waitingJobs")}
        about={t("overview.waitingJobsAbout")}
        href="/dashboard/operator/queues"
      >
        {format.number(sum("waiting"))}
      </Figure>
      <Figure
        name={t("overview.failedJobs")}
        about={t("overview.failedJobsAbout")}
        href="/dashboard/operator/queues"
        isBad={sum("failed") > 0}
      >
        {format.number(sum("failed"))}
      </Figure>
      <Figure
        name={t("overview.failedMail")}
        about={t("overview.failedMailAbout")}
        href="/dashboard/operator/mail?status=failed"
        isBad={failedMail > 0}
      >
        {format.number(failedMail)}
      </Figure>
      <Figure
        name={t("overview.failedLogouts")}
        about={t("overview.failedLogoutsAbout", { count: waitingLogouts })}
        href="/dashboard/operator/deliveries"
        isBad={failedLogouts > 0}
      >
        {format.number(failedLogouts)}
      </Figure>
    </dl>
  );
}

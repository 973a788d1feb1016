import { Figure } from "@/app/dashboard/_charts/figure";
import type { PlatformFailures } from "@/lib/platform/operators/activity-store";
import type { readQueues } from "@/lib/platform/operators/read-queues";

type Queues = Awaited<ReturnType<typeof readQueues>>;
const numbers = new Intl.NumberFormat("en");

/** The numbers that say whether anything needs an operator. */
export function PlatformFigures({
  failures,
  queues,
}: {
  failures: PlatformFailures;
  queues: Queues;
}) {
  const sum = (of: "waiting" | "failed") => queues.reduce((all, queue) => all + queue[of], 0);
  const { failedMail, failedLogouts, waitingLogouts } = failures;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure
        name="Jobs waiting"
        about="that could run now, in all queues"
        href="/dashboard/operator/queues"
      >
        {numbers.format(sum("waiting"))}
      </Figure>
      <Figure
        name="Jobs given up"
        about="and still kept"
        href="/dashboard/operator/queues"
        isBad={sum("failed") > 0}
      >
        {numbers.format(sum("failed"))}
      </Figure>
      <Figure name="Mail that failed" about="last 24 hours, all tenants" isBad={failedMail > 0}>
        {numbers.format(failedMail)}
      </Figure>
      <Figure
        name="Logouts that fail"
        about={`last 24 hours; ${numbers.format(waitingLogouts)} tried again`}
        href="/dashboard/operator/deliveries"
        isBad={failedLogouts > 0}
      >
        {numbers.format(failedLogouts)}
      </Figure>
    </dl>
  );
}

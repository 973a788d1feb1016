import type { Metadata } from "next";
import { type Search, textOf } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { LIVE_MINUTES } from "@/lib/audit/statistics/event-count";
import { minutesAfter, now } from "@/lib/clock";
import { readActivity } from "@/lib/platform/operators/read-activity";
import { readQueues } from "@/lib/platform/operators/read-queues";
import { BusyTenants } from "./busy-tenants";
import { PlatformChart, shownHours } from "./platform-chart";
import { PlatformFigures } from "./platform-figures";
import { QueueState } from "./queue-state";

export const metadata: Metadata = { title: "Overview" };

/** How the installation fares: sign-ins of all tenants, queues, and what does not get through. */
export default async function OperatorOverviewPage({
  searchParams,
}: {
  searchParams: Promise<Search>;
}) {
  await signedInOperator();
  const unit = textOf(await searchParams, "by") === "day" ? "day" : "hour";
  const at = now();
  const beginnings = shownHours(unit, at);
  const [activity, queues] = await Promise.all([
    readActivity(beginnings[0] ?? at, at),
    readQueues(),
  ]);
  const { countedUntil, tenants, counts, failures } = activity;
  return (
    <>
      <PageHead
        title="Overview"
        about={
          <>
            How all tenants fare together, in numbers; the chart has the sign-ins to this dashboard
            too. Counted until <When at={countedUntil} />.
          </>
        }
      />
      {countedUntil < minutesAfter(at, -LIVE_MINUTES) && (
        <Notice tone="red">
          No worker has counted events for more than {LIVE_MINUTES} minutes. Look whether one runs.
        </Notice>
      )}
      <div className="space-y-8">
        <PlatformFigures failures={failures} queues={queues} />
        <PlatformChart unit={unit} beginnings={beginnings} counts={counts} />
        <QueueState queues={queues} />
        <Section
          title="Tenants by activity"
          about={unit === "hour" ? "In the last 24 hours." : "In the last 30 days."}
          beside={<TextLink href="/dashboard/operator">All tenants</TextLink>}
        >
          <BusyTenants tenants={tenants} />
        </Section>
      </div>
    </>
  );
}

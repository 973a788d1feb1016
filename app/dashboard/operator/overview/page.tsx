import { textOf } from "@/app/dashboard/_nouns/place-path";
import { Notice, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { TextLink, When } from "@/app/dashboard/_parts/text";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { TenantStatus } from "@/app/dashboard/operator/_parts/tenant-status";
import { readQueues } from "@/lib/core/operators/read-queues";
import type { TenantActivity } from "@/lib/features/statistics/activity-store";
import { LIVE_MINUTES } from "@/lib/features/statistics/event-count";
import { readActivity } from "@/lib/features/statistics/read-activity";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { PlatformChart, shownHours } from "./platform-chart";
import { PlatformFigures } from "./platform-figures";
import { QueueState } from "./queue-state";

export const generateMetadata = titled("operator", "overview.title");

/** State of the installation: sign-ins of all tenants, queues, and failing deliveries. */
export default operatorPage(async ({ t, search }) => {
  const unit = textOf(search, "by") === "day" ? "day" : "hour";
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
        title={t("overview.title")}
        about={t.rich("overview.about", { when: () => <When at={countedUntil} /> })}
      />
      {countedUntil < minutesAfter(at, -LIVE_MINUTES) && (
        <Notice tone="red">{t("overview.stale", { minutes: LIVE_MINUTES })}</Notice>
      )}
      <div className="space-y-8">
        <PlatformFigures failures={failures} queues={queues} />
        <PlatformChart unit={unit} beginnings={beginnings} counts={counts} />
        <QueueState queues={queues} />
        <Section
          title={t("overview.tenants")}
          about={unit === "hour" ? t("overview.lastDay") : t("overview.lastMonth")}
          beside={<TextLink href="/dashboard/operator">{t("overview.allTenants")}</TextLink>}
        >
          <BusyTenants tenants={tenants} />
        </Section>
      </div>
    </>
  );
});

/** Tenants with their users' activity, busiest first. */
async function BusyTenants({ tenants }: { tenants: TenantActivity[] }) {
  const { t, format } = await wordsOf("operator");
  if (tenants.length === 0)
    return <p className="text-neutral-600 dark:text-neutral-400">{t("overview.noTenants")}</p>;
  return (
    <Table
      caption={t("overview.busiest")}
      head={[
        t("overview.tenant"),
        t("overview.signIns"),
        t("overview.failed"),
        t("overview.lockouts"),
        t("overview.activeUsers"),
      ]}
    >
      {tenants.map((tenant) => (
        <tr key={tenant.publicId}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={`/dashboard/operator/tenants/${tenant.publicId}`}>
              {tenant.name}
            </TextLink>{" "}
            {tenant.status === "disabled" && <TenantStatus status="disabled" t={t} />}
          </td>
          <td className="tabular-nums">{format.number(tenant.signIns)}</td>
          <td className="tabular-nums">{format.number(tenant.failures)}</td>
          <td className="tabular-nums">{format.number(tenant.lockouts)}</td>
          <td className="tabular-nums">{format.number(tenant.activeUsers)}</td>
        </tr>
      ))}
    </Table>
  );
}

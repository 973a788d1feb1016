import { BarChart } from "@/app/dashboard/_charts/bar-chart";
import { unitBars } from "@/app/dashboard/_charts/unit-bars";
import { Card } from "@/app/dashboard/_parts/blocks";
import { ViewLinks } from "@/app/dashboard/_parts/view-links";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import {
  beginningOf,
  type CountUnit,
  type EventCount,
  lastUnits,
} from "@/lib/features/statistics/event-count";

interface Props {
  unit: CountUnit;
  beginnings: readonly Date[];
  counts: readonly EventCount[];
}

/** Returns the hours of the last day, or the last thirty days. */
export function shownHours(unit: CountUnit, at: Date): Date[] {
  return lastUnits(unit, unit === "hour" ? 24 : 30, at);
}

/** Chart of sign-ins and failures of all tenants. */
export async function PlatformChart({ unit, beginnings, counts }: Props) {
  const { t } = await wordsOf("operator");
  const byUnit = counts.map((count) => ({ ...count, at: beginningOf(unit, count.at) }));
  const isByHour = unit === "hour";
  return (
    <section aria-label={t("overview.signIns")}>
      <ViewLinks
        label={t("overview.span")}
        links={[
          {
            href: "/dashboard/operator/overview",
            name: t("overview.byHour"),
            isShown: isByHour,
          },
          {
            href: "/dashboard/operator/overview?by=day",
            name: t("overview.byDay"),
            isShown: !isByHour,
          },
        ]}
      />
      <Card>
        <BarChart
          title={isByHour ? t("overview.chartByHour") : t("overview.chartByDay")}
          series={[
            { name: t("overview.succeeded"), fill: "plain" },
            { name: t("overview.failed"), fill: "bad" },
          ]}
          bars={unitBars(unit, beginnings, byUnit, [["login.succeeded"], ["login.failed"]])}
        />
      </Card>
    </section>
  );
}

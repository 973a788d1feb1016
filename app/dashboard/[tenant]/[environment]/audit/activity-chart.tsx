import { BarChart } from "@/app/dashboard/_charts/bar-chart";
import { unitBars } from "@/app/dashboard/_charts/unit-bars";
import { Card } from "@/app/dashboard/_parts/blocks";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { failureKinds } from "@/lib/core/audit/audit-kinds";
import type { AuditFilter } from "@/lib/core/audit/stored-audit-event";
import { type EventCount, endOf } from "@/lib/features/statistics/event-count";
import type { ActivitySpan } from "./activity-span";
import { type AuditQuery, auditSearch, momentText } from "./audit-query";

const failures: readonly string[] = failureKinds;

interface Props {
  span: ActivitySpan;
  counts: EventCount[];
  path: string;
  query: AuditQuery;
  filter: AuditFilter;
}

/** Chart of the times of events: each bar links to the events that it counts. */
export async function ActivityChart({ span, counts, path, query, filter }: Props) {
  const { t } = await wordsOf("audit");
  const { unit, beginnings } = span;
  const kinds = [...new Set(counts.map(({ kind }) => kind))];
  const rows = [
    kinds.filter((kind) => !failures.includes(kind)),
    kinds.filter((kind) => failures.includes(kind)),
  ];
  const narrowed = (from: Date, to: Date) =>
    path + auditSearch({ ...query, since: "", from: momentText(from), to: momentText(to) });
  const bars = unitBars(unit, beginnings, counts, rows, narrowed);
  const isNarrowed = query.from !== "" || query.to !== "";
  return (
    <div className="mb-6">
      <Card>
        <BarChart
          title={t(unit === "hour" ? "chart.byHour" : "chart.byDay")}
          series={[
            { name: t("chart.events"), fill: "plain" },
            { name: t("chart.failures"), fill: "bad" },
          ]}
          bars={bars.map((bar, place) => ({
            ...bar,
            isChosen: isNarrowed && overlaps(beginnings[place], unit, filter),
          }))}
        />
      </Card>
    </div>
  );
}

function overlaps(
  beginning: Date | undefined,
  unit: ActivitySpan["unit"],
  { from, to }: AuditFilter,
): boolean {
  if (!beginning) return false;
  return (!from || endOf(unit, beginning) > from) && (!to || beginning < to);
}

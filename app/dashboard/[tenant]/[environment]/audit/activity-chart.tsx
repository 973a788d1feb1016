import { BarChart } from "@/app/dashboard/_charts/bar-chart";
import { unitBars } from "@/app/dashboard/_charts/unit-bars";
import { Card } from "@/app/dashboard/_parts/blocks";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { failureKinds } from "@/lib/core/audit/audit-kinds";
import type { AuditFilter } from "@/lib/core/audit/stored-audit-event";
import { endOf } from "@/lib/features/statistics/event-count";
import { readEventCounts } from "@/lib/features/statistics/event-count-store";
import type { Caller } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";
import { type ActivitySpan, activitySpan, countedKinds } from "./activity-span";
import { type AuditQuery, auditSearch, momentText } from "./audit-query";

const failures: readonly string[] = failureKinds;

interface Props {
  caller: Caller;
  path: string;
  query: AuditQuery;
  filter: AuditFilter;
  at: Date;
}

/** Chart of the times of events: each bar links to the events that it counts. Nothing where the counts can't
 *  answer. */
export async function ActivityChart({ caller, path, query, filter, at }: Props) {
  const activity = await readActivity(caller, query.environments === "all", filter, at);
  if (!activity) return null;
  const { t } = await wordsOf("audit");
  const { counts, unit, beginnings } = activity;
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

/** Counts the events by hour or day; null where the counts can't answer. */
async function readActivity(caller: Caller, everywhere: boolean, filter: AuditFilter, at: Date) {
  const kinds = countedKinds(filter);
  const { unit, beginnings } = activitySpan(filter, at);
  const [from, last] = [beginnings[0], beginnings.at(-1)];
  if (!kinds || !from || !last) return null;
  const range = { from, to: endOf(unit, last), unit, everywhere };
  const counts = await inLateRead(caller, (db) =>
    readEventCounts(db, { ...range, kinds: kinds === "all" ? undefined : kinds }),
  );
  return { unit, beginnings, counts };
}

function overlaps(
  beginning: Date | undefined,
  unit: ActivitySpan["unit"],
  { from, to }: AuditFilter,
): boolean {
  if (!beginning) return false;
  return (!from || endOf(unit, beginning) > from) && (!to || beginning < to);
}

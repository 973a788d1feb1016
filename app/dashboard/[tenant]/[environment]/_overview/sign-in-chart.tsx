import Link from "next/link";
import { BarChart } from "@/app/dashboard/_charts/bar-chart";
import { unitBars } from "@/app/dashboard/_charts/unit-bars";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Card } from "@/app/dashboard/_parts/blocks";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { CountUnit } from "@/lib/features/statistics/event-count";
import { momentText } from "../audit/audit-query";
import type { EnvironmentActivity } from "./read-activity";

/** Chart of sign-ins and failures; each bar links to its part of the audit log. */
export async function SignInChart({
  activity,
  place,
}: {
  activity: EnvironmentActivity;
  place: Place;
}) {
  const { unit, beginnings, counts } = activity;
  const { t } = await wordsOf("overview");
  const bars = unitBars(
    unit,
    beginnings,
    counts,
    [["login.succeeded"], ["login.failed"]],
    (from, to) =>
      withValues(placePath(place, "audit"), {
        kind: "login.*",
        from: momentText(from),
        to: momentText(to),
      }),
  );
  return (
    <section aria-label={t("chart.section")}>
      <div className="mb-2 flex justify-end gap-1 text-sm">
        <UnitLink place={place} unit="hour" current={unit} name={t("chart.byHour")} />
        <UnitLink place={place} unit="day" current={unit} name={t("chart.byDay")} />
      </div>
      <Card>
        <BarChart
          title={t(unit === "hour" ? "chart.titleHour" : "chart.titleDay")}
          series={[
            { name: t("chart.succeeded"), fill: "plain" },
            { name: t("chart.failed"), fill: "bad" },
          ]}
          bars={bars}
        />
      </Card>
    </section>
  );
}

interface UnitLinkProps {
  place: Place;
  unit: CountUnit;
  current: CountUnit;
  name: string;
}

function UnitLink({ place, unit, current, name }: UnitLinkProps) {
  const base = placePath(place, "").replace(/\/$/, "");
  return (
    <Link
      href={unit === "hour" ? base : `${base}?by=${unit}`}
      aria-current={unit === current ? "true" : undefined}
      className="inline-flex min-h-11 items-center rounded-lg px-3 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:bg-neutral-200/70 aria-[current]:font-semibold dark:hover:bg-neutral-800 dark:aria-[current]:bg-neutral-800 forced-colors:aria-[current]:border"
    >
      {name}
    </Link>
  );
}

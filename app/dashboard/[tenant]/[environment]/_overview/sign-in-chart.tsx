import Link from "next/link";
import { BarChart } from "@/app/dashboard/_charts/bar-chart";
import { unitBars } from "@/app/dashboard/_charts/unit-bars";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Card } from "@/app/dashboard/_parts/card";
import type { Place } from "@/app/dashboard/administrator";
import type { CountUnit } from "@/lib/audit/statistics/event-count";
import { momentText } from "../audit/audit-query";
import type { Overview } from "./read-overview";

const titles: Record<CountUnit, [title: string, unit: string]> = {
  hour: ["Sign-ins in the last 24 hours", "Hour (UTC)"],
  day: ["Sign-ins in the last 30 days", "Day (UTC)"],
};

/** Sign-ins and failures; each bar leads to its part of the audit log. */
export function SignInChart({ overview, place }: { overview: Overview; place: Place }) {
  const { unit, beginnings, counts } = overview;
  const [title, unitName] = titles[unit];
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
    <section aria-label="Sign-ins">
      <div className="mb-2 flex justify-end gap-1 text-sm">
        <UnitLink place={place} unit="hour" current={unit} name="By hour" />
        <UnitLink place={place} unit="day" current={unit} name="By day" />
      </div>
      <Card>
        <BarChart
          title={title}
          unit={unitName}
          series={[
            { name: "Succeeded", fill: "plain" },
            { name: "Failed", fill: "bad" },
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

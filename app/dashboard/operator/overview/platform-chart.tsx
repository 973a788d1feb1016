import Link from "next/link";
import { BarChart } from "@/app/dashboard/_charts/bar-chart";
import { unitBars } from "@/app/dashboard/_charts/unit-bars";
import { Card } from "@/app/dashboard/_parts/card";
import {
  beginningOf,
  type CountUnit,
  type EventCount,
  lastUnits,
} from "@/lib/audit/statistics/event-count";

interface Props {
  unit: CountUnit;
  beginnings: readonly Date[];
  counts: readonly EventCount[];
}

/** The hours of the last day, or the last thirty days. */
export function shownHours(unit: CountUnit, at: Date): Date[] {
  return lastUnits(unit, unit === "hour" ? 24 : 30, at);
}

/** Sign-ins and failures of all tenants. */
export function PlatformChart({ unit, beginnings, counts }: Props) {
  const byUnit = counts.map((count) => ({ ...count, at: beginningOf(unit, count.at) }));
  return (
    <section aria-label="Sign-ins">
      <nav aria-label="Span" className="mb-2 flex justify-end gap-1 text-sm">
        <SpanLink href="/dashboard/operator/overview" name="By hour" isShown={unit === "hour"} />
        <SpanLink
          href="/dashboard/operator/overview?by=day"
          name="By day"
          isShown={unit === "day"}
        />
      </nav>
      <Card>
        <BarChart
          title={`Sign-ins of all tenants in the last ${unit === "hour" ? "24 hours" : "30 days"}`}
          unit={unit === "hour" ? "Hour (UTC)" : "Day (UTC)"}
          series={[
            { name: "Succeeded", fill: "plain" },
            { name: "Failed", fill: "bad" },
          ]}
          bars={unitBars(unit, beginnings, byUnit, [["login.succeeded"], ["login.failed"]])}
        />
      </Card>
    </section>
  );
}

function SpanLink({ href, name, isShown }: { href: string; name: string; isShown: boolean }) {
  return (
    <Link
      href={href}
      aria-current={isShown ? "true" : undefined}
      className="inline-flex min-h-11 items-center rounded-lg px-3 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:bg-neutral-200/70 aria-[current]:font-semibold dark:hover:bg-neutral-800 dark:aria-[current]:bg-neutral-800 forced-colors:aria-[current]:border"
    >
      {name}
    </Link>
  );
}

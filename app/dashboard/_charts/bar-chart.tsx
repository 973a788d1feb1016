import { useId } from "react";
import {
  type Bar,
  fills,
  HEIGHT,
  numbers,
  type Series,
  sum,
  WIDTH,
} from "@/app/dashboard/_charts/bar";
import { CountTable } from "@/app/dashboard/_charts/count-table";
import { DrawnBar } from "@/app/dashboard/_charts/drawn-bar";

interface Props {
  /** What is counted: "Sign-ins by hour". */
  title: string;
  series: readonly Series[];
  /** The oldest first. */
  bars: readonly Bar[];
  /** What a row of the table is called: "Hour (UTC)". */
  unit: string;
}

/** Counts as bars on top of each other, drawn on the server: the page's policy lets no style stand in an attribute. The
 *  picture is for eyes and pointers; the table below it says and leads to the same for everybody. */
export function BarChart({ title, series, bars, unit }: Props) {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="font-medium">{title}</span>
        <Legend series={series} bars={bars} />
      </figcaption>
      <p aria-hidden className="mt-3 text-xs text-neutral-600 tabular-nums dark:text-neutral-400">
        {numbers.format(most)}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-y border-neutral-200 rtl:-scale-x-100 dark:border-neutral-800"
      >
        {bars.map((bar, place) => (
          <DrawnBar key={bar.name} bar={bar} x={place * WIDTH} most={most} series={series} />
        ))}
      </svg>
      <p
        aria-hidden
        className="mt-1 flex justify-between text-xs text-neutral-600 tabular-nums dark:text-neutral-400"
      >
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          As a table
        </summary>
        <CountTable title={title} series={series} bars={bars} unit={unit} />
      </details>
    </figure>
  );
}

function Legend({ series, bars }: Pick<Props, "series" | "bars">) {
  return (
    <span className="flex flex-wrap gap-x-5 text-sm text-neutral-600 dark:text-neutral-400">
      {series.map(({ name, fill }, place) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
            <rect width="10" height="10" className={fills[fill]} />
          </svg>
          {name} {numbers.format(sum(bars.map(({ counts }) => counts[place] ?? 0)))}
        </span>
      ))}
    </span>
  );
}

import Link from "next/link";
import { useId } from "react";
import {
  type Bar,
  fills,
  HEIGHT,
  type NamedBar,
  type Series,
  sum,
  WIDTH,
  type WriteList,
  type WriteNumber,
} from "@/app/dashboard/_charts/bar";
import { namedBars } from "@/app/dashboard/_charts/bar-names";
import { DrawnBar } from "@/app/dashboard/_charts/drawn-bar";
import { Table } from "@/app/dashboard/_parts/table";
import { readerOf } from "@/app/dashboard/_words/reader";
import { wordsOf } from "@/app/dashboard/_words/words-of";

interface Props {
  /** Title of the chart: "Sign-ins by hour". */
  title: string;
  series: readonly Series[];
  /** Oldest first. */
  bars: readonly Bar[];
}

/** Stacked bars of counts, drawn on the server: the page's content policy allows no style attributes. The
 *  picture is for eyes and pointers; the table below has the same numbers and links for every reader. */
export async function BarChart({ title, series, bars: inputBars }: Props) {
  const id = useId();
  const { t, format } = await wordsOf("frame");
  const { timeZone } = await readerOf();
  const { bars, zone } = namedBars(inputBars, format, timeZone);
  const write: WriteNumber = (count) => format.number(count);
  const list: WriteList = (items) => format.list(items);
  const unit = inputBars[0]?.unit === "day" ? t("charts.day") : t("charts.hour", { zone });
  const most = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="font-medium">{title}</span>
        <Legend series={series} bars={bars} write={write} />
      </figcaption>
      <p aria-hidden className="mt-3 text-xs text-neutral-600 tabular-nums dark:text-neutral-400">
        {write(most)}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-y border-neutral-200 rtl:-scale-x-100 dark:border-neutral-800"
      >
        {bars.map((bar, place) => (
          <DrawnBar
            key={bar.at.getTime()}
            bar={bar}
            x={place * WIDTH}
            most={most}
            series={series}
            write={write}
            list={list}
          />
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
          {t("charts.asTable")}
        </summary>
        <CountTable title={title} series={series} bars={bars} unit={unit} write={write} />
      </details>
    </figure>
  );
}

interface LegendProps {
  series: readonly Series[];
  bars: readonly NamedBar[];
  write: WriteNumber;
}

function Legend({ series, bars, write }: LegendProps) {
  return (
    <span className="flex flex-wrap gap-x-5 text-sm text-neutral-600 dark:text-neutral-400">
      {series.map(({ name, fill }, place) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
            <rect width="10" height="10" className={fills[fill]} />
          </svg>
          {name} {write(sum(bars.map(({ counts }) => counts[place] ?? 0)))}
        </span>
      ))}
    </span>
  );
}

interface CountTableProps {
  title: string;
  series: readonly Series[];
  bars: readonly NamedBar[];
  /** Head of the rows: "Hour (UTC)". */
  unit: string;
  write: WriteNumber;
}

/** Numbers of a chart as a table, newest first. */
function CountTable({ title, series, bars, unit, write }: CountTableProps) {
  return (
    <Table caption={title} head={[unit, ...series.map(({ name }) => name)]}>
      {bars.toReversed().map((bar) => (
        <tr key={bar.at.getTime()}>
          <td className="whitespace-nowrap">
            {bar.href ? (
              <Link href={bar.href} className="underline underline-offset-4">
                {bar.name}
              </Link>
            ) : (
              bar.name
            )}
          </td>
          {series.map(({ name }, place) => (
            <td key={name} className="tabular-nums">
              {write(bar.counts[place] ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

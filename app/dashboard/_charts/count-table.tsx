import Link from "next/link";
import type { NamedBar, Series, WriteNumber } from "@/app/dashboard/_charts/bar";
import { Table } from "@/app/dashboard/_parts/table";

interface Props {
  title: string;
  series: readonly Series[];
  bars: readonly NamedBar[];
  /** Head of the rows: "Hour (UTC)". */
  unit: string;
  write: WriteNumber;
}

/** Numbers of a chart as a table, newest first. */
export function CountTable({ title, series, bars, unit, write }: Props) {
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

import {
  fills,
  HEIGHT,
  type NamedBar,
  type Series,
  said,
  sum,
  WIDTH,
  type WriteList,
  type WriteNumber,
} from "@/app/dashboard/_charts/bar";

const GAP = 2;

interface DrawnProps {
  bar: NamedBar;
  x: number;
  most: number;
  series: readonly Series[];
  write: WriteNumber;
  list: WriteList;
}

/** One hour or day, drawn: a column that can be pointed at, and its bars on top of each other. */
export function DrawnBar({ bar, x, most, series, write, list }: DrawnProps) {
  const drawn = (
    <>
      <title>{`${bar.name}\n${said(bar, series, write, list)}`}</title>
      {/* The whole column can be pointed at, however small its bar. */}
      <rect
        x={x}
        width={WIDTH}
        height={HEIGHT}
        className={
          bar.isChosen
            ? "fill-sky-100 dark:fill-sky-950 forced-colors:fill-[Highlight]"
            : "fill-transparent hover:fill-neutral-100 dark:hover:fill-neutral-800"
        }
      />
      {series.map(({ name, fill }, place) => {
        const height = ((bar.counts[place] ?? 0) / most) * HEIGHT;
        const below = (sum(bar.counts.slice(0, place)) / most) * HEIGHT;
        return (
          <rect
            key={name}
            x={x + GAP / 2}
            y={HEIGHT - below - height}
            width={WIDTH - GAP}
            height={height}
            vectorEffect="non-scaling-stroke"
            className={`pointer-events-none ${fills[fill]}`}
          />
        );
      })}
    </>
  );
  if (!bar.href) return <g>{drawn}</g>;
  return (
    // The keyboard finds the same link in the table.
    <a href={bar.href} tabIndex={-1}>
      {drawn}
    </a>
  );
}

import {
  barText,
  fills,
  HEIGHT,
  type NamedBar,
  type Series,
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

/** Column of one hour or day: its stacked bars, and an area for pointers. */
export function DrawnBar({ bar, x, most, series, write, list }: DrawnProps) {
  const drawn = (
    <>
      <title>{`${bar.name}\n${barText(bar, series, write, list)}`}</title>
      {/* The whole column reacts to pointers, however small its bar. */}
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
    // The table has the same link for the keyboard.
    <a href={bar.href} tabIndex={-1}>
      {drawn}
    </a>
  );
}

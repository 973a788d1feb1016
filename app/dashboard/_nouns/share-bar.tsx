interface Props {
  /** Parts from left to right: percentage, and a class that fills it. Words beside the bar say the same. */
  parts: readonly { share: number; colour: string }[];
}

/** Bar that is filled in parts. It is drawn, not styled: the page's content policy allows no style
 *  attributes. */
export function ShareBar({ parts }: Props) {
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { share }) => sum + share, 0),
  );
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-neutral-200 dark:bg-neutral-800"
    >
      {parts.map(({ share, colour }, index) => (
        <rect key={colour} x={starts[index]} width={share} height="1" className={colour} />
      ))}
    </svg>
  );
}

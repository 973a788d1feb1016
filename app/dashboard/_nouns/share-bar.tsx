interface Props {
  /** From the left: how much of a hundred, and a class that fills it. Words beside it say the same. */
  parts: readonly { share: number; colour: string }[];
}

/** A bar that is filled in parts. Drawn, not styled: the page's policy lets no style stand in an attribute. */
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

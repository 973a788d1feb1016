interface Props {
  /** Whole seconds to wait, counted from when the page is shown. */
  seconds: number;
  /** The text, around a time that reads `4:05`. */
  text: (time: string) => string;
  /** What the text is when the time is over; without it, the text goes. */
  after?: string;
  className?: string;
}

/** Where the time stands in a text while that is made: no text holds it. */
const TIME = "\u0000";

/** What the server said to wait, counted down (browser/count-down.ts). Without scripts it stands still. */
export function Wait({ seconds, text, after, className }: Props) {
  const [before, behind] = text(TIME).split(TIME, 2);
  return (
    <span data-wait={seconds} data-after={after} className={className}>
      {before}
      <span data-seconds="">{clock(seconds)}</span>
      {behind}
    </span>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

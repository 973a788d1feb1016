interface Props {
  /** Whole seconds to wait, from when the page is shown. */
  seconds: number;
  /** Text around a time that reads `4:05`. */
  text: (time: string) => string;
  /** Text after the time is over; without it, the text disappears. */
  after?: string;
  className?: string;
}

/** Placeholder of the time in a text: no text contains it. */
const TIME = "\u0000";

/** Waiting time that the server set, as a countdown (browser/count-down.ts). Without
 *  scripts it does not move. */
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

import { CopyButton } from "@/app/dashboard/_parts/copy-button";

interface Props {
  /** Label of the field for screen readers. */
  label: string;
  /** Name of the copied value within a sentence: "the root hash". */
  what: string;
  /** Number of lines; more than one shows a text of several lines. */
  rows?: number;
  children: string;
}

const shape =
  "min-w-0 flex-1 rounded-lg border border-neutral-300 bg-neutral-50 px-3 py-2 font-mono text-[0.8125rem] text-ellipsis focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-blue-600 dark:border-neutral-700 dark:bg-neutral-950";

/** Field with a long text to compare and to save: it is clipped on screen, and can be selected and copied
 *  whole. */
export function CopyField({ label, what, rows = 1, children }: Props) {
  return (
    <span className="flex max-w-2xl items-center gap-2">
      {rows === 1 ? (
        <input readOnly dir="ltr" value={children} aria-label={label} className={shape} />
      ) : (
        <textarea
          readOnly
          dir="ltr"
          rows={rows}
          value={children}
          aria-label={label}
          className={`${shape} whitespace-pre`}
        />
      )}
      <CopyButton text={children} what={what} />
    </span>
  );
}

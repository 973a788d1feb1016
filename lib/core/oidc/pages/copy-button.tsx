interface Props {
  /** What is copied. */
  text: string;
  children: string;
  /** What the button says once it has. */
  done: string;
}

/** Copies a text (browser/copy-text.ts). It is there only where scripts run. */
export function CopyButton({ text, children, done }: Props) {
  return (
    <button type="button" className="button full scripted" data-copy={text} data-done={done}>
      <span aria-live="polite">{children}</span>
    </button>
  );
}

interface Props {
  /** Text to copy. */
  text: string;
  children: string;
  /** Label of the button afterwards. */
  done: string;
}

/** Button that copies a text (browser/copy-text.ts). It is visible only where scripts run. */
export function CopyButton({ text, children, done }: Props) {
  return (
    <button type="button" className="button full scripted" data-copy={text} data-done={done}>
      <span aria-live="polite">{children}</span>
    </button>
  );
}

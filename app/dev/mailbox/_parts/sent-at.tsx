/** Time at which a message was sent. In UTC, because the server does not know the reader's time zone. */
export function SentAt({ at }: { at: Date }) {
  const stamp = at.toISOString();
  return (
    <time dateTime={stamp} title={stamp} className="shrink-0 tabular-nums">
      {stamp.slice(11, 16)} UTC
    </time>
  );
}

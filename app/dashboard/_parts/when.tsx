/** A moment, as a person reads it. */
export function When({ at, otherwise = "never" }: { at: Date | null; otherwise?: string }) {
  if (!at) return <>{otherwise}</>;
  return (
    <time dateTime={at.toISOString()}>
      {new Intl.DateTimeFormat("en", {
        dateStyle: "medium",
        timeStyle: "short",
        timeZone: "UTC",
      }).format(at)}{" "}
      UTC
    </time>
  );
}

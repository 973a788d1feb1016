import { ListFilter } from "@/app/dashboard/_nouns/list-filter";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Filter of a list by status (`?status=`). */
export async function StatusFilter({
  status,
  statuses,
}: {
  status: string | null;
  statuses: readonly string[];
}) {
  const { texts } = await wordsOf("frame");
  const { statusLabel, anyStatus, statusChoice } = texts.nouns;
  const names: Record<string, string> = statusChoice;
  return (
    <ListFilter
      label={statusLabel}
      name="status"
      value={status}
      any={anyStatus}
      options={statuses.map((value) => ({ value, name: names[value] ?? value }))}
    />
  );
}

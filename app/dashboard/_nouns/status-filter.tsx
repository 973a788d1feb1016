import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Narrows a list to one status (`?status=`). */
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
    <div>
      <label htmlFor="status-filter" className="mb-1 block text-sm font-medium">
        {statusLabel}
      </label>
      <select id="status-filter" name="status" defaultValue={status ?? ""} className={inputShape}>
        <option value="">{anyStatus}</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {names[one] ?? one}
          </option>
        ))}
      </select>
    </div>
  );
}

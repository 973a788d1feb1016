import { useId } from "react";
import { inputShape } from "@/app/dashboard/_parts/input-shape";

/** Narrows a list to one status (`?status=`). */
export function StatusFilter({
  status,
  statuses,
}: {
  status: string | null;
  statuses: readonly string[];
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Status
      </label>
      <select id={id} name="status" defaultValue={status ?? ""} className={inputShape}>
        <option value="">Any</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {one.charAt(0).toUpperCase() + one.slice(1)}
          </option>
        ))}
      </select>
    </div>
  );
}

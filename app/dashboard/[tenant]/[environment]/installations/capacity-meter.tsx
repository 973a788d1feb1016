import type { InstallationCapacity } from "@/lib/installations/capacity";

/** How much of the capacity is taken, as a bar and in words. */
export function CapacityMeter({ active, limit }: InstallationCapacity) {
  const share = limit === 0 ? 100 : Math.min(100, Math.round((active / limit) * 100));
  const tone = active >= limit ? "bg-red-600" : share >= 80 ? "bg-amber-500" : "bg-green-600";
  return (
    <div>
      <p className="text-sm">
        <span className="font-semibold">{active.toLocaleString("en")}</span> of{" "}
        {limit.toLocaleString("en")} active
      </p>
      <div
        aria-hidden
        className="mt-2 h-2 w-full overflow-hidden rounded-full bg-neutral-200 dark:bg-neutral-800"
      >
        <div className={`h-full rounded-full ${tone}`} style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}

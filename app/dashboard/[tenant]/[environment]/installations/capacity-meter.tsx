import { ShareBar } from "@/app/dashboard/_nouns/share-bar";
import type { InstallationCapacity } from "@/lib/installations/capacity";

/** How much of the capacity is taken, as a bar and in words. */
export function CapacityMeter({ active, limit }: InstallationCapacity) {
  const share = limit === 0 ? 100 : Math.min(100, Math.round((active / limit) * 100));
  const tone = active >= limit ? "fill-red-600" : share >= 80 ? "fill-amber-500" : "fill-green-600";
  return (
    <div>
      <p className="text-sm">
        <span className="font-semibold">{active.toLocaleString("en")}</span> of{" "}
        {limit.toLocaleString("en")} active
      </p>
      <div className="mt-2">
        <ShareBar parts={[{ share, colour: tone }]} />
      </div>
    </div>
  );
}

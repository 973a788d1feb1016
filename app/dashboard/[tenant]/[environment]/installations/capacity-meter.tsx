import { ShareBar } from "@/app/dashboard/_nouns/share-bar";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { InstallationCapacity } from "@/lib/core/installations/capacity";

interface Props {
  capacity: InstallationCapacity;
  t: Translator<"installations">;
}

/** Share of the capacity in use, as a bar and in words. */
export function CapacityMeter({ capacity: { active, limit }, t }: Props) {
  const share = limit === 0 ? 100 : Math.min(100, Math.round((active / limit) * 100));
  const tone = active >= limit ? "fill-red-600" : share >= 80 ? "fill-amber-500" : "fill-green-600";
  return (
    <div>
      <p className="text-sm">
        {t.rich("capacity.meter", {
          ...{ active, limit },
          strong: (chunks) => <span className="font-semibold">{chunks}</span>,
        })}
      </p>
      <div className="mt-2">
        <ShareBar parts={[{ share, colour: tone }]} />
      </div>
    </div>
  );
}

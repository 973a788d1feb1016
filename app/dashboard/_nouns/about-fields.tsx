import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Place } from "@/app/dashboard/administrator";

/** Where a form acts, and on what; the action checks both anew. */
export function AboutFields({ place, ...about }: { place: Place } & Record<string, unknown>) {
  return (
    <>
      <PlaceFields place={place} />
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </>
  );
}

import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Place } from "@/app/dashboard/administrator";

/** Hidden fields that name the place and the subject of a form; the action checks both again. */
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

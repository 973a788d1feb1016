import type { Place } from "@/app/dashboard/administrator";

/** Hidden fields that name the place of a form; the action checks it again. */
export function PlaceFields({ place }: { place: Place }) {
  return (
    <>
      <input type="hidden" name="tenant" value={place.tenant} />
      <input type="hidden" name="environment" value={place.environment} />
    </>
  );
}

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

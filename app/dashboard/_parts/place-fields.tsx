import type { Place } from "@/app/dashboard/administrator";

/** Where a form acts; the action checks it anew. */
export function PlaceFields({ place }: { place: Place }) {
  return (
    <>
      <input type="hidden" name="tenant" value={place.tenant} />
      <input type="hidden" name="environment" value={place.environment} />
    </>
  );
}

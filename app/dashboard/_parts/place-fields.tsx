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

import { Picker } from "@/app/dashboard/_parts/picker";
import type { Place } from "@/app/dashboard/administrator";

interface Props {
  place: Place;
  hint?: string;
  required?: boolean;
}

/** A field `organization`: one of the environment's, found by name, slug or id (`organizationTyped` reads it). */
export function OrganizationPicker({ place, hint, required }: Props) {
  return (
    <Picker
      label="Organization"
      name="organization"
      hint={hint ?? "Type a part of its name or slug."}
      of="organizations"
      base={`/dashboard/${place.tenant}/${place.environment}`}
      required={required}
    />
  );
}

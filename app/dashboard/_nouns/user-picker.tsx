import { Picker } from "@/app/dashboard/_parts/picker";
import type { Place } from "@/app/dashboard/administrator";

/** Field `email`: one of the environment's users, found by name, address or id (`userTyped` reads it). */
export function UserPicker({ place, label, hint }: { place: Place; label: string; hint: string }) {
  return (
    <Picker
      label={label}
      name="email"
      hint={hint}
      of="users"
      base={`/dashboard/${place.tenant}/${place.environment}`}
      required
    />
  );
}

"use client";

import { Picker } from "@/app/dashboard/_parts/picker";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";
import type { Place } from "@/app/dashboard/administrator";

interface Props {
  place: Place;
  hint?: string;
  required?: boolean;
}

/** Field `organization`: one of the environment's, found by name, slug or id (`organizationTyped` reads
 *  it). */
export function OrganizationPicker({ place, hint, required }: Props) {
  const texts = useFrameWords();
  return (
    <Picker
      label={texts.organization}
      name="organization"
      hint={hint ?? texts.organizationHint}
      of="organizations"
      base={`/dashboard/${place.tenant}/${place.environment}`}
      required={required}
    />
  );
}

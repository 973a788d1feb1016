"use client";

import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { Group } from "@/app/dashboard/_parts/group";
import type { Catalog } from "@/app/dashboard/_words/catalogs";

const choices = ["invitation", "onboarding", "link"] as const;

/** Choice of how the first link reaches the user. */
export function FirstLinkChoice({ texts }: { texts: Catalog["users"]["firstLink"] }) {
  const { given } = useFieldState("firstLink");
  const chosen = given || "invitation";
  return (
    <Group legend={texts.legend} name="firstLink">
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        {choices.map((value) => (
          <label
            key={value}
            className="flex cursor-pointer gap-3 rounded-xl border border-neutral-300 p-4 has-checked:border-neutral-900 has-checked:ring-1 has-checked:ring-neutral-900 dark:border-neutral-700 dark:has-checked:border-neutral-100 dark:has-checked:ring-neutral-100"
          >
            <input
              key={chosen}
              type="radio"
              name="firstLink"
              value={value}
              defaultChecked={value === chosen}
              className="mt-1 size-4 shrink-0"
            />
            <span>
              <span className="font-medium">{texts[value].name}</span>
              <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                {texts[value].about}
              </span>
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

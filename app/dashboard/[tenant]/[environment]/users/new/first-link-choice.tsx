"use client";

import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { Group } from "@/app/dashboard/_parts/group";

const choices = [
  ["invitation", "Email an invitation", "For somebody who doesn't know of the account yet."],
  ["onboarding", "Email a welcome", "For somebody who expects it. Good for seven days, too."],
  ["link", "Show me the link", "To hand over yourself. It proves nothing about the address."],
] as const;

/** How the first link reaches the user. */
export function FirstLinkChoice() {
  const { given } = useFieldState("firstLink");
  const chosen = given || "invitation";
  return (
    <Group legend="First link" name="firstLink">
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        {choices.map(([value, name, about]) => (
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
              <span className="font-medium">{name}</span>
              <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                {about}
              </span>
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

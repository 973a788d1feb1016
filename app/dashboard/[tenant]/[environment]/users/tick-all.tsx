"use client";

import { useHydrated } from "@/app/_components/hydrated";
import { quietButton } from "@/app/dashboard/_parts/buttons";

/** Button that ticks every row of the page, or none where all are ticked. It shows only where scripts run. */
export function TickAll({ form, children }: { form: string; children: string }) {
  if (!useHydrated()) return null;
  const onClick = () => {
    const boxes = document.querySelectorAll<HTMLInputElement>(
      `input[type=checkbox][form="${form}"]`,
    );
    const tick = [...boxes].some((box) => !box.checked);
    for (const box of boxes) box.checked = tick;
  };
  return (
    <button type="button" onClick={onClick} className={quietButton}>
      {children}
    </button>
  );
}

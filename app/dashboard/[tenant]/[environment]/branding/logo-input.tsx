"use client";

import { useContext, useEffect, useId, useState } from "react";
import { describedBy, FieldFrame } from "@/app/dashboard/_parts/field-frame";
import { FormStateContext, useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";

interface Props {
  texts: Catalog["settings"]["logoInput"];
  largestBytes: number;
}

/** Input for a picture, which shows it at once, on light and on dark. */
export function LogoInput({ texts, largestBytes }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const { problem: found } = useFieldState("logo");
  const { done } = useContext(FormStateContext);
  // The logo is stored, and shown from there.
  useEffect(() => {
    if (done) setChosen(null);
  }, [done]);
  const size = largestBytes / 1024;
  const refusal = filled(texts.tooLarge, { size });
  const problem = tooLarge ? refusal : found;
  const hint = filled(texts.hint, { size });
  const show = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    setChosen(null);
    const large = file !== undefined && file.size > largestBytes;
    setTooLarge(large);
    // Stops the form from uploading a file that would be refused.
    input.setCustomValidity(large ? refusal : "");
    if (!file || large) return;
    const reader = new FileReader();
    reader.onload = () => setChosen(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <FieldFrame id={id} label={texts.label} hint={hint} problem={problem}>
      <input
        id={id}
        type="file"
        name="logo"
        required
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        onChange={(event) => show(event.target)}
        {...describedBy(id, hint, problem)}
        className={`${inputShape} py-2 text-sm file:me-3 file:rounded-md file:border-0 file:bg-neutral-200 file:px-3 file:py-1 file:text-neutral-900`}
      />
      {chosen && <OnBothGrounds logo={chosen} />}
    </FieldFrame>
  );
}

/** Logo on a light and on a dark ground. */
export function OnBothGrounds({ logo }: { logo: string }) {
  return (
    <div className="mt-3 flex gap-3">
      {["bg-white", "bg-neutral-950"].map((ground) => (
        <span
          key={ground}
          className={`grid size-20 place-items-center rounded-xl border border-neutral-300 dark:border-neutral-700 ${ground}`}
        >
          {/* biome-ignore lint/performance/noImgElement: a data: URI has nothing to optimise */}
          <img src={logo} alt="" width="40" height="40" className="size-10 object-contain" />
        </span>
      ))}
    </div>
  );
}

"use client";

import { useId, useRef } from "react";
import { describedBy, FieldFrame } from "@/app/dashboard/_parts/field-frame";
import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import { brandPalette, contrastOf } from "@/lib/core/branding/brand-color";

const HEX = /^#[0-9a-f]{6}$/i;

type Texts = Catalog["settings"]["brandingForm"];

interface Props {
  texts: Texts;
  saved: string;
  color: string;
}

/** Colour field as text, with the browser's own colour picker beside it, and the resulting colours in both
 *  schemes. */
export function ColorField({ texts, saved, color }: Props) {
  const id = useId();
  const hint = texts.colorHint;
  const text = useRef<HTMLInputElement>(null);
  const { given, problem } = useFieldState("color");
  const choose = (chosen: string) => {
    if (!text.current) return;
    text.current.value = chosen;
    text.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <FieldFrame id={id} label={texts.color} hint={hint} problem={problem}>
      <div className="flex gap-3">
        <input
          ref={text}
          id={id}
          name="color"
          defaultValue={given ?? saved}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          placeholder="#3a4fc4"
          {...describedBy(id, hint, problem)}
          className={`${inputShape} font-mono text-[0.9rem]`}
        />
        <input
          type="color"
          aria-label={texts.chooseColor}
          value={HEX.test(color) ? color.toLowerCase() : "#3a4fc4"}
          onChange={(event) => choose(event.target.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-lg border border-neutral-400 bg-white p-1 dark:border-neutral-600 dark:bg-neutral-900"
        />
      </div>
      {HEX.test(color) && <Readable texts={texts} color={color} />}
    </FieldFrame>
  );
}

function Readable({ texts, color }: { texts: Texts; color: string }) {
  return (
    <ul className="mt-2 space-y-0.5 text-sm text-neutral-600 dark:text-neutral-400">
      {(["light", "dark"] as const).map((scheme) => {
        const { accent, onAccent } = brandPalette(color, scheme);
        const changed = accent !== color.toLowerCase();
        const text = texts.readable[changed ? (`${scheme}Adjusted` as const) : scheme];
        const contrast = contrastOf(onAccent, accent).toFixed(1);
        return <li key={scheme}>{filled(text, { accent, contrast })}</li>;
      })}
    </ul>
  );
}

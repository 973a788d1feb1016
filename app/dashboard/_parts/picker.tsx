"use client";

import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { describedBy, FieldFrame } from "@/app/dashboard/_parts/field-frame";
import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { PickList } from "@/app/dashboard/_parts/pick-list";
import { useSuggestions } from "@/app/dashboard/_parts/use-suggestions";

interface Props {
  label: string;
  name: string;
  hint: string;
  /** Kind of thing to pick. */
  of: "organizations" | "users";
  /** Address of the environment. */
  base: string;
  required?: boolean;
}

/** Field that picks an existing thing: the typed text is searched, and one of the results is picked (a
 *  combobox with a listbox). Without scripts it takes a name, an address or an id, and the server suggests
 *  similar ones. */
export function Picker({ label, name, hint, of, base, required }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const scripted = useHydrated();
  const { problem, given } = useFieldState(name);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(-1);
  const { state, groups } = useSuggestions(base, typed, of);
  const hits = groups.flatMap(({ items }) => items);
  // A whole value needs no list, which would cover the next field.
  const isWhole = hits.some(({ value }) => value === typed.trim().toLowerCase());
  const open = state !== "idle" && !isWhole;
  const close = () => {
    setTyped("");
    setActive(-1);
  };
  const pick = (index: number) => {
    const hit = hits[index];
    if (field.current && hit?.value) field.current.value = hit.value;
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setActive((at) => ((at + 1 + step + hits.length + 1) % (hits.length + 1)) - 1);
    }
    if (event.key === "Escape" && typed) {
      event.preventDefault();
      close();
    }
    if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      pick(active);
    }
  };
  const combobox = scripted && {
    role: "combobox",
    "aria-expanded": open && hits.length > 0,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list" as const,
    "aria-activedescendant": active >= 0 ? `${id}-${active}` : undefined,
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <div className="relative">
        <input
          {...combobox}
          ref={field}
          id={id}
          name={name}
          required={required}
          maxLength={254}
          autoComplete="off"
          defaultValue={given}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(-1);
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
          {...describedBy(id, hint, problem)}
          className={inputShape}
        />
        {open && <PickList {...{ id, state, hits, active }} onPick={pick} />}
      </div>
    </FieldFrame>
  );
}

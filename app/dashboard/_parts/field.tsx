"use client";

import { type InputHTMLAttributes, type ReactNode, useContext, useId } from "react";
import { describedBy, FieldFrame } from "@/app/dashboard/_parts/field-frame";
import { FormStateContext, useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { inputShape } from "@/app/dashboard/_parts/input-shape";

interface Common {
  label: string;
  name: string;
  hint?: ReactNode;
  /** Problem of the field; taken from the form's own state when absent. */
  problem?: string;
  defaultValue?: string;
  required?: boolean;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLElement>["inputMode"];
  maxLength?: number;
  placeholder?: string;
  mono?: boolean;
  /** For a page whose only question is this field. */
  autoFocus?: boolean;
  /** Called with each typed text, for a client component that comments on it. */
  onType?: (text: string) => void;
}

const monospaced = (mono: boolean | undefined) => (mono ? "font-mono text-[0.9rem]" : "");

/** Labelled input. The typed text comes back when the form was refused. */
export function Field(
  props: Common & { type?: string; min?: number; max?: number; step?: number },
) {
  const {
    label,
    hint,
    mono,
    defaultValue,
    autoComplete = "off",
    problem: ownProblem,
    onType,
    autoFocus,
    ...input
  } = props;
  const id = useId();
  const state = useFieldState(props.name);
  const problem = ownProblem ?? state.problem;
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <input
        {...input}
        onInput={onType && ((event) => onType(event.currentTarget.value))}
        id={id}
        // biome-ignore lint/a11y/noAutofocus: a page without scripts opens at the field to fill or to correct
        autoFocus={autoFocus ?? state.first}
        autoComplete={autoComplete}
        defaultValue={state.given ?? defaultValue}
        {...describedBy(id, hint, problem)}
        dir={mono ? "ltr" : undefined}
        className={`${inputShape} ${monospaced(mono)}`}
      />
    </FieldFrame>
  );
}

/** Labelled input of several lines. */
export function TextArea(props: Common & { rows?: number }) {
  const {
    label,
    hint,
    mono,
    defaultValue,
    rows = 3,
    problem: ownProblem,
    onType,
    ...input
  } = props;
  const id = useId();
  const state = useFieldState(props.name);
  const problem = ownProblem ?? state.problem;
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <textarea
        {...input}
        onInput={onType && ((event) => onType(event.currentTarget.value))}
        id={id}
        rows={rows}
        // biome-ignore lint/a11y/noAutofocus: a page without scripts opens at what is wrong
        autoFocus={state.first}
        defaultValue={state.given ?? defaultValue}
        {...describedBy(id, hint, problem)}
        dir={mono ? "ltr" : undefined}
        className={`${inputShape} py-2.5 ${monospaced(mono)}`}
      />
    </FieldFrame>
  );
}

interface SelectProps extends Pick<Common, "label" | "name" | "hint" | "problem" | "required"> {
  options: readonly { value: string; name: string }[];
  defaultValue?: string;
}

/** Labelled select. */
export function Select({ label, name, hint, options, required, ...props }: SelectProps) {
  const id = useId();
  const state = useFieldState(name);
  const problem = props.problem ?? state.problem;
  const chosen = state.given ?? props.defaultValue;
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      {/* A new key: React does not move a mounted select to another default. */}
      <select
        key={chosen}
        id={id}
        name={name}
        required={required}
        // biome-ignore lint/a11y/noAutofocus: a page without scripts opens at what is wrong
        autoFocus={state.first}
        defaultValue={chosen}
        {...describedBy(id, hint, problem)}
        className={inputShape}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface CheckboxProps {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  defaultChecked?: boolean;
  /** Value that is sent while the box is ticked. */
  value?: string;
  onTick?: (ticked: boolean) => void;
}

/** Checkbox; several may share a name. */
export function Checkbox({
  label,
  name,
  hint,
  defaultChecked = false,
  value = "on",
  onTick,
}: CheckboxProps) {
  const id = useId();
  const { given } = useContext(FormStateContext);
  const ticked = given ? (given[name] ?? "").split("\n").includes(value) : defaultChecked;
  return (
    <div className="flex min-h-11 items-start gap-3 py-2">
      <input
        key={String(ticked)}
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={ticked}
        onChange={onTick && (({ target }) => onTick(target.checked))}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1 size-4 shrink-0"
      />
      <div>
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-sm text-neutral-600 dark:text-neutral-400">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

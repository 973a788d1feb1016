"use client";

import { type MouseEvent, useEffect, useId, useRef } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field } from "@/app/dashboard/_parts/field";
import type { ProofAsked } from "@/app/dashboard/_parts/form-state";
import { Submit } from "@/app/dashboard/_parts/submit";
import { filled } from "@/app/dashboard/_words/filled";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

interface Props {
  proof: ProofAsked;
  onCancel: () => void;
}

/** Asks whoever sits there to prove again who they are, over the form that needs it and as a part of it: proof and form are
 *  sent together, so that nothing typed has to be kept anywhere meanwhile, and what was asked is done at once. Without
 *  scripts it is a page of its own (globals.css). */
export function ProofDialog({ proof, onCancel }: Props) {
  const id = useId();
  const hydrated = useHydrated();
  const texts = useFrameWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (hydrated && !dialog.current?.open) dialog.current?.showModal();
  }, [hydrated]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next question is asked at its field, too
  useEffect(() => dialog.current?.querySelector("input")?.focus(), [proof, hydrated]);
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      open={!hydrated}
      onClose={onCancel}
      aria-labelledby={id}
      className="alone m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-neutral-200 bg-white p-6 text-start text-base whitespace-normal text-neutral-900 shadow-xl backdrop:bg-black/50 dark:border-neutral-800 dark:bg-neutral-900 dark:text-neutral-100"
    >
      <div className="mx-auto max-w-md space-y-5">
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {texts.proofTitle}
        </h2>
        <p className="text-neutral-600 dark:text-neutral-400">{texts.proofAbout}</p>
        <ProofField proof={proof} />
        <div className="flex flex-wrap gap-3">
          <Submit>{texts.confirm}</Submit>
          <button {...wish("cancel")} onClick={cancel} className={quietButton}>
            {texts.cancel}
          </button>
        </div>
        <p className="border-t border-neutral-200 pt-5 dark:border-neutral-800">
          <button {...wish("code")} className={quietButton}>
            {proof.by === "code" ? texts.sendAnotherCode : texts.sendCode}
          </button>
        </p>
      </div>
    </dialog>
  );
}

/** A button that sends the form for something else than the proof, which may be left out then. */
const wish = (value: string) =>
  ({ type: "submit", name: "proof-wish", value, formNoValidate: true }) as const;

function ProofField({ proof: { by, email, withheld, problem } }: { proof: ProofAsked }) {
  const texts = useFrameWords();
  if (by === "password")
    return (
      <Field
        label={texts.yourPassword}
        name="proof-password"
        type="password"
        hint={filled(texts.passwordOf, { email })}
        problem={problem ?? ""}
        autoComplete="current-password"
        autoFocus
        required
      />
    );
  return (
    <Field
      label={texts.code}
      name="proof-code"
      hint={withheld ?? filled(texts.codeSent, { email })}
      problem={problem ?? ""}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      autoFocus
      required
      mono
    />
  );
}

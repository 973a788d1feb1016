"use client";

import { type MouseEvent, useEffect, useId, useRef } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field } from "@/app/dashboard/_parts/field";
import type { ProofRequest } from "@/app/dashboard/_parts/form-state";
import { PasskeyProof } from "@/app/dashboard/_parts/passkey-proof";
import { Submit } from "@/app/dashboard/_parts/submit";
import { filled } from "@/app/dashboard/_words/filled";
import { type FrameTexts, useFrameWords } from "@/app/dashboard/_words/frame-words";
import type { DashboardProof } from "@/lib/core/administrators/live-administrator";

interface Props {
  proof: ProofRequest;
  onCancel: () => void;
}

/** Asks the administrator for a fresh proof, over the form that needs it and as a part of it: proof and form
 *  are sent together, so that no typed text has to be stored meanwhile, and the action is done at once.
 *  Without scripts it is a page of its own (globals.css). */
export function ProofDialog({ proof, onCancel }: Props) {
  const id = useId();
  const hydrated = useHydrated();
  const texts = useFrameWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (hydrated && !dialog.current?.open) dialog.current?.showModal();
  }, [hydrated]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question moves the focus to its field
  useEffect(() => {
    const ask = proof.by === "passkey" ? "button" : "input";
    dialog.current?.querySelector<HTMLElement>(ask)?.focus();
  }, [proof, hydrated]);
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };
  const { passkey } = proof;
  const others = proof.by === "email_otp" ? [...proof.others, proof.by] : proof.others;
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
        {!passkey && <ProofField proof={proof} />}
        <div className="flex flex-wrap items-start gap-3">
          {passkey ? (
            <PasskeyProof key={passkey.token} {...passkey} problem={proof.problem} />
          ) : (
            <Submit>{texts.confirm}</Submit>
          )}
          <button {...wish("cancel")} onClick={cancel} className={quietButton}>
            {texts.cancel}
          </button>
        </div>
        <div className="flex flex-wrap gap-3 border-t border-neutral-200 pt-5 dark:border-neutral-800">
          {others.map((method) => (
            <button key={method} {...wish(method)} className={quietButton}>
              {wayName(method, proof.by, texts)}
            </button>
          ))}
        </div>
      </div>
    </dialog>
  );
}

/** Button that sends the form for another proof or to cancel; the proof's own field may be empty then. */
const wish = (value: "cancel" | DashboardProof) =>
  ({ type: "submit", name: "proof-wish", value, formNoValidate: true }) as const;

/** Label of the button that asks for another proof. */
function wayName(method: DashboardProof, now: DashboardProof, texts: FrameTexts): string {
  switch (method) {
    case "passkey":
      return texts.byPasskey;
    case "totp":
      return texts.byApp;
    case "password":
      return texts.byPassword;
    case "email_otp":
      return now === method ? texts.sendAnotherCode : texts.sendCode;
  }
}

function ProofField({ proof: { by, email, withheld, problem } }: { proof: ProofRequest }) {
  const texts = useFrameWords();
  if (by === "password")
    return (
      <Field
        key={by}
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
  const isApp = by === "totp";
  return (
    <Field
      key={by}
      label={isApp ? texts.appCode : texts.code}
      name={isApp ? "proof-app" : "proof-code"}
      hint={isApp ? texts.appCodeHint : (withheld ?? filled(texts.codeSent, { email }))}
      problem={problem ?? ""}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={18}
      autoFocus
      required
      mono
    />
  );
}

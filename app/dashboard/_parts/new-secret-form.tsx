"use client";

import type { ReactNode } from "react";
import { ActionForm, type FormAction, type FormState } from "@/app/dashboard/_parts/action-form";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** State of the form that makes a secret: the secret, which is nowhere else, or why there is none. */
export interface NewSecretState extends FormState {
  secret?: string;
}

interface Props {
  label: string;
  action: FormAction<NewSecretState>;
  /** Hidden fields: the place and the subject. */
  children: ReactNode;
}

/** Form that creates a secret and shows it, once. */
export function NewSecretForm({ label, action, children }: Props) {
  const texts = useFrameWords();
  return (
    <ActionForm<NewSecretState> action={action} submit={texts.newSecret} tone="quiet">
      {(state) => (
        <>
          {state.secret && (
            <div
              role="status"
              className="space-y-3 rounded-2xl border border-green-300 bg-white p-6 dark:border-green-900 dark:bg-neutral-900"
            >
              <p>{texts.copySecretNow}</p>
              <ShownOnce label={label} value={state.secret} />
            </div>
          )}
          {children}
        </>
      )}
    </ActionForm>
  );
}

"use client";

import type { ReactNode } from "react";
import { ActionForm, type FormAction } from "@/app/dashboard/_parts/action-form";
import { dangerButton } from "@/app/dashboard/_parts/buttons";
import { Field } from "@/app/dashboard/_parts/field";
import { filled } from "@/app/dashboard/_words/filled";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

interface Props {
  /** Word to type: the name of the thing that will end. */
  word: string;
  /** Consequences, in a sentence or two. */
  what: string;
  action: FormAction;
  /** Label of the button: "Revoke Journey". */
  submit: string;
  /** Label of the disclosure; the button's label when absent. */
  open?: string;
  /** Hidden fields: the place and the subject. */
  fields: Record<string, string>;
  /** Further fields. */
  children?: ReactNode;
}

/** Form that requires a typed word before a change that can't be undone. The server compares it as well. */
export function TypedConfirmation(props: Props) {
  const { word, what, action, submit, open = submit, fields, children } = props;
  const texts = useFrameWords();
  return (
    <details className="group text-sm open:w-full">
      <summary className={`${dangerButton} cursor-pointer list-none`}>{open}</summary>
      <div className="mt-3 max-w-md rounded-xl border border-red-200 p-4 dark:border-red-900">
        <p className="mb-4">{what}</p>
        <ActionForm action={action} submit={submit} tone="danger" className="space-y-4">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          <Field
            label={filled(texts.typeToConfirm, { word })}
            name="confirmation"
            required
            autoComplete="off"
            placeholder={word}
          />
        </ActionForm>
      </div>
    </details>
  );
}

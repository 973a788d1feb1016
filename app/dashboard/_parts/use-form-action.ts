"use client";

import { unstable_rethrow, useRouter } from "next/navigation";
import { type FormEvent, useActionState, useEffect, useRef, useState, useTransition } from "react";
import { useConfirm } from "@/app/dashboard/_parts/confirmation";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Sends a form to its action and holds the answer. Without scripts the browser sends it, and the answer
 *  comes with the page. With scripts the page stays as it is: React would empty a form whose `action` it
 *  calls by itself, and typed texts must outlast every refusal. */
export function useFormAction<State extends FormState>(action: FormAction<State>) {
  const [atFirst, post] = useActionState<State, FormData>(
    action as (state: Awaited<State>, form: FormData) => Promise<State>,
    {} as Awaited<State>,
  );
  const [answer, setAnswer] = useState<State>();
  const [pending, start] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const confirm = useConfirm();
  const router = useRouter();
  const { unanswered } = useFrameWords();
  useEffect(() => {
    if (answer && isDone(answer)) form.current?.reset();
  }, [answer]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const typed = new FormData(event.currentTarget, submitter);
    confirm(null);
    start(async () => {
      const outcome = await runAction(action, typed, unanswered);
      start(() => {
        setAnswer(() => outcome);
        if (outcome.done) confirm(outcome.done, outcome.goTo);
        if (!outcome.goTo) return;
        router.push(outcome.goTo);
        router.refresh();
      });
    });
  };
  const state: State = answer ?? atFirst;
  const dismissProof = () => setAnswer(() => ({ ...state, proof: undefined }));
  const answered = answer !== undefined;
  return { state, answered, dismissProof, form: { ref: form, action: post, onSubmit } };
}

/** Returns an action's answer. Redirects and "not found" pass through to Next.
 *  @param unanswered message when no answer came: the action may have been done, or not */
async function runAction<State extends FormState>(
  action: FormAction<State>,
  typed: FormData,
  unanswered: string,
) {
  try {
    return await action({} as State, typed);
  } catch (error) {
    unstable_rethrow(error);
    return { problem: unanswered } as State;
  }
}

/** Whether the form starts empty again: the answer has no refusal, no request for a proof, and no typed text
 *  to review. */
function isDone({ problem, given, proof, goTo }: FormState): boolean {
  return !problem && !given && !proof && !goTo;
}

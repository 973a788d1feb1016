import type { FormState } from "@/app/dashboard/_parts/form-state";
import { translateDeferred } from "@/app/dashboard/_words/later";
import { readerOf } from "@/app/dashboard/_words/reader";

/** Returns a form's state with every named text (`later`) in the sender's language. */
export async function translateFormState<State extends FormState>(state: State): Promise<State> {
  const { problem, problems, done } = state;
  const { locale } = await readerOf();
  return {
    ...state,
    ...(problem === undefined ? {} : { problem: translateDeferred(problem, locale) }),
    ...(done === undefined ? {} : { done: translateDeferred(done, locale) }),
    ...(problems && {
      problems: Object.fromEntries(
        Object.entries(problems).map(([name, text]) => [name, translateDeferred(text, locale)]),
      ),
    }),
  };
}

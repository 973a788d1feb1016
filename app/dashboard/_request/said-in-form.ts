import type { FormState } from "@/app/dashboard/_parts/form-state";
import { translateDeferred } from "@/app/dashboard/_words/later";
import { readerOf } from "@/app/dashboard/_words/reader";

/** Returns a form's state with every named text (`later`) in the sender's language: its own sentences and the
 *  problems of its fields. What the sender typed stays as it is. */
export async function translateFormState<State extends FormState>(state: State): Promise<State> {
  const { locale } = await readerOf();
  const translated = (texts: object) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        typeof text === "string" ? translateDeferred(text, locale) : text,
      ]),
    );
  return {
    ...(translated(state) as State),
    ...(state.problems && { problems: translated(state.problems) }),
  };
}

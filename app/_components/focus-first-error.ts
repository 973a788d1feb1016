"use client";

import { type RefObject, useEffect } from "react";

/** Takes the focus to the first field that is wrong, each time an answer came. */
export function useFocusFirstError(
  form: RefObject<HTMLFormElement | null>,
  state: { fields?: object },
): void {
  useEffect(() => {
    if (state.fields) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, state]);
}

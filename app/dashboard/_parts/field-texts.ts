type Keys<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string;

interface FieldTexts {
  name: string;
  label: string;
  hint: string | undefined;
}

/** Makes name, label and hint of a form's fields from its texts: `{...field("email")}` takes `email` and
 *  `emailHint`.
 *  @returns a function of the field's name, and of its text where that has another name */
export function fieldsOf<T extends object>(texts: T) {
  const all = texts as Record<string, unknown>;
  const textOf = (key: string) => (typeof all[key] === "string" ? all[key] : undefined);
  return (...args: [name: Keys<T>] | [name: string, text: Keys<T>]): FieldTexts => {
    const [name, text = name] = args;
    return { name, label: textOf(text) ?? "", hint: textOf(`${text}Hint`) };
  };
}

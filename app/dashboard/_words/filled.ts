/** A text with its placeholders filled in: `filled("Copy {name}", { name })`. For texts in the browser, which know no
 *  plurals; the server has translators. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

/** Fills the placeholders of a text: `filled("Copy {name}", { name })`. For texts in the browser, which have
 *  no plurals; the server has translators. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

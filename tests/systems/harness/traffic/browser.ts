/** The cookies of a browser. */
export class Jar {
  readonly #cookies = new Map<string, string>();

  keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  header(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return cookie ? { cookie } : {};
  }
}

/** The hidden fields of a page's form. */
export function hiddenFields(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([text]) => text);
  return Object.fromEntries(
    inputs.map((text) => [
      /name="([^"]*)"/.exec(text)?.[1] ?? "",
      /value="([^"]*)"/.exec(text)?.[1] ?? "",
    ]),
  );
}

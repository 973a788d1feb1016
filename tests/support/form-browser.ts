/** A browser without JavaScript over HTTP: it stores cookies by name, follows redirects and posts forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>();
  #page = "";
  #at = "";

  /** Opens an address and follows redirects, until a page answers or a redirect leads to another origin.
   *  @returns the last address */
  async open(address: string, init: RequestInit = {}): Promise<string> {
    let [at, options] = [address, init];
    const { origin } = new URL(address);
    for (let left = 10; left > 0; left -= 1) {
      const headers = new Headers(options.headers);
      headers.set(
        "cookie",
        [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      );
      headers.set("accept", "text/html");
      const response = await fetch(at, { ...options, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) this.#keep(line);
      this.#at = at;
      this.#page = await response.text();
      const to = response.headers.get("location") ?? refreshOf(this.#page);
      if (!to) return at;
      at = new URL(to, at).href;
      options = {};
      if (new URL(at).origin !== origin) return at;
    }
    throw new Error(`The way from ${address} has no end`);
  }

  /** The first heading of the page. */
  get heading(): string | undefined {
    return /<h1[^>]*>([^<]*)/.exec(this.#page)?.[1];
  }

  /** Posts the page's form that has these fields, filled in. */
  submit(fields: Record<string, string>): Promise<string> {
    const forms = [...this.#page.matchAll(/<form[^>]*>([\s\S]*?)<\/form>/gi)];
    const names = Object.keys(fields);
    const form = forms.find(([all]) => names.every((name) => all.includes(`name="${name}"`)));
    if (!form) throw new Error(`There is no form at ${this.#at}:\n${this.#page.slice(0, 2000)}`);
    const action = /action="([^"]*)"/.exec(form[0])?.[1]?.replaceAll("&amp;", "&") ?? "";
    const sent = new URLSearchParams();
    for (const [input] of (form[1] ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      if (name) sent.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? "");
    }
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    const to = new URL(action, this.#at);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: to.origin };
    return this.open(to.href, { method: "POST", headers, body: sent.toString() });
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value) this.#cookies.set(name, value);
    else this.#cookies.delete(name);
  }
}

/** Returns the target of a page's `refresh`. */
function refreshOf(page: string): string | undefined {
  return /http-equiv="refresh" content="0;url=([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
}

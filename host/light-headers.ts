/** Characters that the platform's headers refuse (Fetch, header value; Web IDL, ByteString), and those that
 *  they trim at both ends. Node refuses all other invalid ones when it writes them. */
const FORBIDDEN = /[\0\r\n]|[^\0-\xff]/;
const ENDS = /^[\t\n\r ]+|[\t\n\r ]+$/g;
/** Values of one name are joined to a list, except for set-cookie, which is a header for each cookie. */
const COOKIE = "set-cookie";

/** Headers of a response. The platform's own class takes ten times as long to set and to list; this one has
 *  the same methods. They are listed in the order in which they were set. */
export class LightHeaders implements Headers {
  readonly #values = new Map<string, string>();
  readonly #cookies: string[] = [];

  /** Accepts an array of pairs, other headers, or an object. */
  constructor(init?: HeadersInit) {
    if (init === undefined) return;
    const pairs = isIterable(init) ? init : Object.entries(init);
    for (const [name = "", value = ""] of pairs) this.append(name, value);
  }

  append(name: string, value: string): void {
    const [key, text] = [name.toLowerCase(), checked(value)];
    if (key === COOKIE) this.#cookies.push(text);
    else {
      const before = this.#values.get(key);
      this.#values.set(key, before === undefined ? text : `${before}, ${text}`);
    }
  }

  delete(name: string): void {
    const key = name.toLowerCase();
    if (key === COOKIE) this.#cookies.length = 0;
    else this.#values.delete(key);
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    if (key === COOKIE) return this.#cookies.length > 0 ? this.#cookies.join(", ") : null;
    return this.#values.get(key) ?? null;
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  has(name: string): boolean {
    const key = name.toLowerCase();
    return key === COOKIE ? this.#cookies.length > 0 : this.#values.has(key);
  }

  set(name: string, value: string): void {
    const [key, text] = [name.toLowerCase(), checked(value)];
    if (key === COOKIE) this.#cookies.splice(0, this.#cookies.length, text);
    else this.#values.set(key, text);
  }

  forEach(tell: (value: string, name: string, all: Headers) => void): void {
    for (const [name, value] of this) tell(value, name, this);
  }

  entries(): HeadersIterator<[string, string]> {
    if (this.#cookies.length === 0) return this.#values.entries();
    const cookies = this.#cookies.map((cookie): [string, string] => [COOKIE, cookie]);
    return [...this.#values, ...cookies].values();
  }

  keys(): HeadersIterator<string> {
    return Array.from(this, ([name]) => name).values();
  }

  values(): HeadersIterator<string> {
    return Array.from(this, ([, value]) => value).values();
  }

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries();
  }
}

function isIterable(init: HeadersInit): init is Exclude<HeadersInit, Record<string, string>> {
  return Symbol.iterator in init;
}

/** Trims and checks a value.
 *  @throws TypeError for one that is invalid in a header */
function checked(value: string): string {
  const text = value === value.trim() ? value : value.replace(ENDS, "");
  if (FORBIDDEN.test(text)) throw new TypeError("A header can't hold this value");
  return text;
}

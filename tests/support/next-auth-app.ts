import NextAuth, { type AuthOptions } from "next-auth";

interface Answer {
  status: number;
  location: string | null;
  body: unknown;
}

/** next-auth's handler, called as an API route. */
export type NextAuthHandler = (request: never, response: never) => unknown;

/** An application that signs its users in with next-auth, and one browser of it: next-auth's handler for API
 *  routes, and a cookie jar for the next request. */
export class NextAuthApp {
  private readonly jar = new Map<string, string>();

  private readonly handle: NextAuthHandler;

  /** @param app its options, or the handler that it made of them */
  constructor(app: AuthOptions | NextAuthHandler) {
    this.handle =
      typeof app === "function" ? app : (request, response) => NextAuth(request, response, app);
  }

  /** @param path below `/api/auth`, with its query: `callback/atrium?code=…` */
  async go(method: string, path: string, form: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(path, "https://app.example.com/api/auth/");
    const request = {
      method,
      headers: { host: url.host },
      cookies: Object.fromEntries(this.jar),
      query: {
        ...Object.fromEntries(url.searchParams),
        nextauth: url.pathname.split("/").slice(3),
      },
      body: form,
    };
    const response = new ApiResponse();
    await this.handle(request as never, response as never);
    for (const line of response.cookies()) this.keep(line);
    const { code: status, body } = response;
    return { status, location: (response.getHeader("location") as string) ?? null, body };
  }

  /** Stores the cookies of an answer that came another way. */
  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.keep(line);
  }

  /** The cookies it holds, as a request's header spells them. */
  cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const value = decodeURIComponent(pair.slice(at + 1));
    const gone = attributes.some((part) => /^max-age=0$/i.test(part)) || value === "";
    if (gone) this.jar.delete(pair.slice(0, at));
    else this.jar.set(pair.slice(0, at), value);
  }
}

/** Response object that next-auth writes to. */
class ApiResponse {
  code = 200;
  body: unknown = null;
  private readonly headers = new Map<string, string | string[]>();

  cookies = () => [this.headers.get("set-cookie") ?? []].flat();
  getHeader = (name: string) => this.headers.get(name.toLowerCase());

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  status(code: number): this {
    this.code = code;
    return this;
  }

  send(body: unknown): void {
    this.body = body;
  }

  json = this.send;
  end = (body: unknown = null) => this.send(body);
}

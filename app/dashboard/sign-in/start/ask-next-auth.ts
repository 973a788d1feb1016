import NextAuth from "next-auth";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";

interface NextAuthRequest {
  method: "GET" | "POST";
  /** Action of next-auth and its provider: `["signin", "atrium"]`. */
  path: string[];
  cookies?: Record<string, string>;
  form?: Record<string, string>;
}

/** Calls next-auth's handler as a function and returns its response: our code makes no HTTP request to
 *  itself. */
export async function callNextAuth({ method, path, cookies = {}, form = {} }: NextAuthRequest) {
  const answer = new Answer();
  const request = { method, headers: {}, cookies, query: { nextauth: path }, body: form };
  await NextAuth(request as never, answer as never, await dashboardSignIn());
  return { body: answer.body, cookies: answer.cookies() };
}

/** Response object that next-auth writes to. */
class Answer {
  body: unknown = null;
  private readonly headers = new Map<string, string | string[]>();

  cookies = () => [this.headers.get("set-cookie") ?? []].flat();
  getHeader = (name: string) => this.headers.get(name.toLowerCase());
  status = () => this;

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  send(body: unknown): void {
    this.body = body;
  }

  json = this.send;
  end = this.send;
}

import { createInterface } from "node:readline/promises";
import type { Atrium } from "./atrium";

interface Preflight {
  status: "grant" | "otp_required";
  grant?: string;
  challenge?: { token: string; masked_email: string };
}

/** Signs a user in as a product backend does, code included, and answers the session's id. */
export async function signIn(
  atrium: Atrium,
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const first = await atrium.asTenant<Preflight>("/api/v1/auth/login/preflight", {
    email,
    password,
  });
  const { grant } = first.challenge
    ? await atrium.asTenant<{ grant: string }>(
        "/api/v1/auth/login/verify-otp",
        { email, code: await codeFor(baseUrl, email) },
        { "x-login-challenge": first.challenge.token },
      )
    : first;
  const session = await atrium.asTenant<{ session_id: string }>("/api/v1/auth/session/exchange", {
    grant,
  });
  return session.session_id;
}

/** The code from the development mailbox; where there is none, the person at the terminal has the mail. */
async function codeFor(baseUrl: string, email: string): Promise<string> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const response = await fetch(`${baseUrl}/dev/mailbox/messages.json`);
    if (!response.ok) break;
    const code = codeIn(await response.json(), email);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const code = await terminal.question(`The code that ${email} was sent: `);
  terminal.close();
  return code.trim();
}

function codeIn(mailbox: unknown, email: string): string | undefined {
  const messages = Array.isArray(mailbox) ? mailbox : Object(mailbox).messages;
  if (!Array.isArray(messages)) return undefined;
  const newest = messages.find(({ to }) => String(to).toLowerCase() === email.toLowerCase());
  return /\b\d{6}\b/.exec(String(newest?.text))?.[0];
}

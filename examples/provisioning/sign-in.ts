import { createInterface } from "node:readline/promises";
import type { Login, NewSession } from "@atrium/client";

/** Signs a user in as a product backend does, code included. */
export async function signIn(
  login: Login,
  baseUrl: string,
  person: { email: string; password: string },
): Promise<NewSession> {
  let step = await login.preflight(person);
  if (step.kind === "otp_required")
    step = await login.verify(step, { code: await codeFor(baseUrl, person.email) });
  if (step.kind !== "grant")
    throw new Error("The policy asks for a factor that a new user has not");
  return login.exchange(step);
}

/** Reads the code from the development mailbox; where there is none, the person at the terminal has the
 *  mail. */
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

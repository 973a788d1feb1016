import type { DevCall } from "./dev-calls.js";

/** A message as it was sent. */
export interface Message {
  id: string;
  to: string;
  /** Such as `login_code`, `invitation` or `password_reset`. */
  template: string;
  subject: string;
  text: string;
  html: string;
  /** When it was sent, by the service's clock (ISO 8601). */
  at: string;
}

/** Filter of messages. */
export interface Wanted {
  to?: string;
  template?: string;
}

const LONGEST_WAIT_SECONDS = 60;

/** The messages that the service has sent. None of them left the machine. */
export class Mailbox {
  readonly #call: DevCall;

  constructor(call: DevCall) {
    this.#call = call;
  }

  /** Returns the messages, the newest first. */
  async messages(wanted: Wanted = {}): Promise<Message[]> {
    return this.#ask(wanted, 0);
  }

  /** Returns the newest message, and waits for one while there is none.
   *  @param seconds how long, 60 at the most
   *  @throws Error when none arrived */
  async waitFor(wanted: Wanted, seconds = 10): Promise<Message> {
    const [message] = await this.#ask(wanted, Math.min(seconds, LONGEST_WAIT_SECONDS));
    if (message) return message;
    const { to = "anybody", template = "any" } = wanted;
    throw new Error(`No message to ${to} (template: ${template}) came within ${seconds} seconds.`);
  }

  /** Returns the code of the newest message to an address. */
  async code(to: string, seconds?: number): Promise<string> {
    const { subject, text } = await this.waitFor({ to, template: "login_code" }, seconds);
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code) return code;
    throw new Error(`"${subject}" has no code.`);
  }

  /** Returns the link of the newest message: of an invitation, or to set a password. */
  async link(wanted: Wanted, seconds?: number): Promise<string> {
    const { subject, text } = await this.waitFor(wanted, seconds);
    const link = /https?:\/\/\S+[?&]token=[\w-]+/.exec(text)?.[0];
    if (link) return link;
    throw new Error(`"${subject}" has no link.`);
  }

  /** Deletes messages, and returns how many. */
  async clear(wanted: Wanted = {}): Promise<number> {
    const { deleted } = (await this.#call("DELETE", `/mailbox${queryOf(wanted)}`)) as {
      deleted: number;
    };
    return deleted;
  }

  async #ask(wanted: Wanted, wait: number): Promise<Message[]> {
    const query = queryOf({ ...wanted, wait: String(wait) });
    const { messages } = (await this.#call("GET", `/mailbox${query}`)) as { messages: Message[] };
    return messages;
  }
}

function queryOf(wanted: Record<string, string> | Wanted): string {
  const told = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return told.length > 0 ? `?${new URLSearchParams(told as [string, string][])}` : "";
}

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
  /** Time of sending, by the service's clock (ISO 8601). */
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
  async messages(filter: Wanted = {}): Promise<Message[]> {
    return this.#query(filter, 0);
  }

  /** Returns the newest message, and waits for one while there is none.
   *  @param seconds how long, 60 at the most
   *  @throws Error when none arrived */
  async waitFor(filter: Wanted, seconds = 10): Promise<Message> {
    const [message] = await this.#query(filter, Math.min(seconds, LONGEST_WAIT_SECONDS));
    if (message) return message;
    const { to = "anybody", template = "any" } = filter;
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
  async link(filter: Wanted, seconds?: number): Promise<string> {
    const { subject, text } = await this.waitFor(filter, seconds);
    const link = /https?:\/\/\S+[?&]token=[\w-]+/.exec(text)?.[0];
    if (link) return link;
    throw new Error(`"${subject}" has no link.`);
  }

  /** Deletes messages, and returns how many. */
  async clear(filter: Wanted = {}): Promise<number> {
    const { deleted } = (await this.#call("DELETE", `/mailbox${queryOf(filter)}`)) as {
      deleted: number;
    };
    return deleted;
  }

  async #query(filter: Wanted, wait: number): Promise<Message[]> {
    const query = queryOf({ ...filter, wait: String(wait) });
    const { messages } = (await this.#call("GET", `/mailbox${query}`)) as { messages: Message[] };
    return messages;
  }
}

function queryOf(filter: Record<string, string> | Wanted): string {
  const parameters = Object.entries(filter).filter(([, value]) => value !== undefined);
  return parameters.length > 0 ? `?${new URLSearchParams(parameters as [string, string][])}` : "";
}

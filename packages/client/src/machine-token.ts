interface Token {
  value: string;
  askedAt: number;
  /** From then on a new one is asked for. */
  renewAt: number;
  /** From then on it is worth nothing. */
  endsAt: number;
}

/** One machine token for every caller of a process: one request at a time asks for it, and a new one comes before the old one
 *  ends, while calls still go out with the old one. */
export class MachineTokens {
  #token: Token | null = null;
  #asked: Promise<Token> | null = null;

  /** @param request asks for a token, in the machine's own name */
  constructor(private readonly request: () => Promise<Response>) {}

  /** A token that is good for at least half a minute, as a rule. */
  async current(): Promise<string> {
    const now = Date.now();
    const token = this.#token;
    if (token && now < token.renewAt) return token.value;
    const asked = this.#ask();
    if (!token || now >= token.endsAt) return (await asked).value;
    // It still works. Should the new one fail to come, the next call asks again.
    asked.catch(() => {});
    return token.value;
  }

  /** Forgets a token that was refused, unless it is so young that another one would not do better. */
  refused(value: string): void {
    const token = this.#token;
    if (token?.value === value && Date.now() - token.askedAt > 30_000) this.#token = null;
  }

  #ask(): Promise<Token> {
    this.#asked ??= this.#request().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  async #request(): Promise<Token> {
    const askedAt = Date.now();
    const { access_token, expires_in } = (await (await this.request()).json()) as {
      access_token: string;
      expires_in: number;
    };
    const token = {
      value: access_token,
      askedAt,
      renewAt: askedAt + (expires_in - 90) * 1000,
      endsAt: askedAt + (expires_in - 30) * 1000,
    };
    this.#token = token;
    return token;
  }
}

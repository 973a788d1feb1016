interface Token {
  value: string;
  askedAt: number;
  /** Time from which a new one is requested. */
  renewAt: number;
  /** Time from which it is invalid. */
  endsAt: number;
}

/** One machine token for all callers in a process: one request at a time fetches it, and a new one comes
 *  before the old one ends, while calls still go out with the old one. */
export class MachineTokens {
  #token: Token | null = null;
  #pending: Promise<Token> | null = null;

  /** @param request requests a token with the machine's credential */
  constructor(private readonly request: () => Promise<Response>) {}

  /** Returns a token that is valid for at least half a minute, as a rule. */
  async current(): Promise<string> {
    const now = Date.now();
    const token = this.#token;
    if (token && now < token.renewAt) return token.value;
    const requested = this.#renew();
    if (!token || now >= token.endsAt) return (await requested).value;
    // The old token still works. If the request for the new one fails, the next call repeats it.
    requested.catch(() => {});
    return token.value;
  }

  /** Drops a token that was refused, unless it is so new that another one would not help. */
  refused(value: string): void {
    const token = this.#token;
    if (token?.value === value && Date.now() - token.askedAt > 30_000) this.#token = null;
  }

  #renew(): Promise<Token> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
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

import type { About, TestTenant } from "./about.js";
import { type DevCall, devCalls } from "./dev-calls.js";
import { Mailbox } from "./mailbox.js";

/** The service that a test runs against. */
export class TestService {
  readonly about: About;
  readonly mailbox: Mailbox;
  readonly #call: DevCall;

  constructor(about: About) {
    this.about = about;
    this.#call = devCalls(about.base_url);
    this.mailbox = new Mailbox(this.#call);
  }

  /** The service's address: the issuer, and the base of the API. */
  get baseUrl(): string {
    return this.about.base_url;
  }

  /** The code of every address that ends in `.test`. */
  get code(): string {
    return this.about.code;
  }

  /** Returns the ids and secrets of a loaded tenant.
   *  @throws Error for a key that the fixtures don't have */
  tenant(key: string): TestTenant {
    const found = this.about.tenants[key];
    if (found) return found;
    const known = Object.keys(this.about.tenants).join(", ");
    throw new Error(`The fixtures have no tenant "${key}". They have: ${known}.`);
  }

  /** Returns the time by the service's clock. */
  async now(): Promise<Date> {
    return this.#moment(await this.#call("GET", "/clock"));
  }

  /** Moves the service's clock forward. When this returns, everything that expires by then has ended, and
   *  sweeps have run.
   *  @param duration of ISO 8601, such as `PT10M` or `P30D`
   *  @returns the time by the service's clock */
  async advance(duration: string): Promise<Date> {
    return this.#moment(await this.#call("POST", "/clock", { advance: duration }));
  }

  /** Like `advance`, to a moment. */
  async advanceTo(moment: Date): Promise<Date> {
    return this.#moment(await this.#call("POST", "/clock", { to: moment.toISOString() }));
  }

  /** Restores data and clock of the start, and removes faults. */
  async reset(): Promise<void> {
    await this.#call("POST", "/reset");
  }

  /** Saves the present data and clock.
   *  @param name of `a-z`, `0-9` and `_` */
  async snapshot(name: string): Promise<void> {
    await this.#call("POST", "/snapshots", { name });
  }

  /** Restores data and clock of a snapshot. */
  async restore(name: string): Promise<void> {
    await this.#call("POST", "/restore", { name });
  }

  /** Makes the next calls of a route answer 503.
   *  @param route a method and a path as the API description has it: `GET /api/v1/management/users/{id}` */
  async failRoute(
    route: string,
    { times = 1, retryAfterSeconds = 1 }: { times?: number; retryAfterSeconds?: number } = {},
  ): Promise<void> {
    const fault = { route, times, retry_after_seconds: retryAfterSeconds };
    await this.#call("POST", "/faults", fault);
  }

  /** Makes the next deliveries fail. The service retries them, later by its clock. */
  async failDelivery(delivery: "mail" | "logout", { times = 1 } = {}): Promise<void> {
    await this.#call("POST", "/faults", { delivery, times });
  }

  /** Removes the pending faults. */
  async clearFaults(): Promise<void> {
    await this.#call("DELETE", "/faults");
  }

  #moment(answer: unknown): Date {
    return new Date((answer as { now: string }).now);
  }
}

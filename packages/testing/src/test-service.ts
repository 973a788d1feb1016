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

  /** The code of everybody whose address ends in `.test`. */
  get code(): string {
    return this.about.code;
  }

  /** What was loaded of a tenant.
   *  @throws Error for a key that the fixtures don't have */
  tenant(key: string): TestTenant {
    const found = this.about.tenants[key];
    if (found) return found;
    const known = Object.keys(this.about.tenants).join(", ");
    throw new Error(`The fixtures have no tenant "${key}". They have: ${known}.`);
  }

  /** The time by the service's clock. */
  async now(): Promise<Date> {
    return this.#moment(await this.#call("GET", "/clock"));
  }

  /** Moves the service's clock forward. When this returns, what has ended by then has ended, and what is swept is gone.
   *  @param duration of ISO 8601, such as `PT10M` or `P30D`
   *  @returns the time by the service's clock */
  async advance(duration: string): Promise<Date> {
    return this.#moment(await this.#call("POST", "/clock", { advance: duration }));
  }

  /** The same, to a moment. */
  async advanceTo(moment: Date): Promise<Date> {
    return this.#moment(await this.#call("POST", "/clock", { to: moment.toISOString() }));
  }

  /** Puts data and clock back to what they were at the start, and takes back faults. */
  async reset(): Promise<void> {
    await this.#call("POST", "/reset");
  }

  /** Keeps data and clock as they are now.
   *  @param name of `a-z`, `0-9` and `_` */
  async snapshot(name: string): Promise<void> {
    await this.#call("POST", "/snapshots", { name });
  }

  /** Puts data and clock back to a snapshot. */
  async restore(name: string): Promise<void> {
    await this.#call("POST", "/restore", { name });
  }

  /** Has the next calls of a route answer 503.
   *  @param route a method and a path as the API description has it: `GET /api/v1/management/users/{id}` */
  async failRoute(
    route: string,
    { times = 1, retryAfterSeconds = 1 }: { times?: number; retryAfterSeconds?: number } = {},
  ): Promise<void> {
    const fault = { route, times, retry_after_seconds: retryAfterSeconds };
    await this.#call("POST", "/faults", fault);
  }

  /** Has the next deliveries fail. The service tries them again, later by its clock. */
  async failDelivery(delivery: "mail" | "logout", { times = 1 } = {}): Promise<void> {
    await this.#call("POST", "/faults", { delivery, times });
  }

  /** Takes back the faults that have not happened yet. */
  async clearFaults(): Promise<void> {
    await this.#call("DELETE", "/faults");
  }

  #moment(answer: unknown): Date {
    return new Date((answer as { now: string }).now);
  }
}

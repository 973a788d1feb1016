import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { late } from "@/lib/kernel/process/deadline";
import { singleton } from "@/lib/kernel/process/singleton";

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** What is known of the request that a process works on, for logs. */
export class CurrentRequest {
  /** Whose it turned out to be; null while nobody has proved anything. */
  tenantId: string | null = null;
  #isAnswered = false;
  readonly #presented: unknown;
  #id: string | undefined;

  /** @param presented the id that the caller gave it, which is taken when it is well formed */
  constructor(presented: unknown) {
    this.#presented = presented;
  }

  /** The id by which logs, audit events and the caller know it. */
  get id(): string {
    this.#id ??= wellFormed(this.#presented) ?? randomUUID();
    return this.#id;
  }

  /** Notes that its caller was answered before the work was done. */
  giveUp(): void {
    this.#isAnswered = true;
  }

  /** Ends work whose result nobody waits for any more.
   *  @throws ServiceError `unavailable` */
  assertAwaited(): void {
    if (this.#isAnswered) throw late();
  }
}

/** A request id that a caller presents, when it is well formed.
 *  @returns undefined for any other */
export function wellFormed(presented: unknown): string | undefined {
  return typeof presented === "string" && REQUEST_ID.test(presented) ? presented : undefined;
}

// One for all bundles: Next works on requests that our host took.
const storage = singleton("current-request", () => new AsyncLocalStorage<CurrentRequest>());

/** Works on a request. Whatever the work calls is told of it by `currentRequest`. */
export function duringRequest<T>(request: CurrentRequest, work: () => T): T {
  return storage.run(request, work);
}

/** The request that is being worked on; undefined outside of one. */
export function currentRequest(): CurrentRequest | undefined {
  return storage.getStore();
}

/** Notes whose the request that is being worked on turned out to be. */
export function noteTenant(caller: unknown): void {
  const request = storage.getStore();
  if (!request) return;
  const tenantId: unknown = Object(caller).tenantId;
  if (typeof tenantId === "string") request.tenantId = tenantId;
}

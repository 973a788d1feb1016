import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { late } from "@/lib/kernel/process/deadline";
import { singleton } from "@/lib/kernel/process/singleton";

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** State of the request that a process works on, for logs. */
export class CurrentRequest {
  /** The tenant that it was resolved to; null until the caller is authenticated. */
  tenantId: string | null = null;
  #isAnswered = false;
  readonly #presented: unknown;
  #id: string | undefined;

  /** @param presented the id from the caller, which is used when it is well formed */
  constructor(presented: unknown) {
    this.#presented = presented;
  }

  /** The id of the request in logs, audit events and the response. */
  get id(): string {
    this.#id ??= wellFormed(this.#presented) ?? randomUUID();
    return this.#id;
  }

  /** Notes that its caller was answered before the work was done. */
  giveUp(): void {
    this.#isAnswered = true;
  }

  /** Ends work whose caller was answered already.
   *  @throws ServiceError `unavailable` */
  assertAwaited(): void {
    if (this.#isAnswered) throw late();
  }
}

/** Returns a caller's request id when it is well formed, else undefined. */
export function wellFormed(presented: unknown): string | undefined {
  return typeof presented === "string" && REQUEST_ID.test(presented) ? presented : undefined;
}

// One for all bundles: Next works on requests that our host accepted.
const storage = singleton("current-request", () => new AsyncLocalStorage<CurrentRequest>());

/** Works on a request, which `currentRequest` returns within the work. */
export function duringRequest<T>(request: CurrentRequest, work: () => T): T {
  return storage.run(request, work);
}

/** Returns the request that is being worked on; undefined outside of one. */
export function currentRequest(): CurrentRequest | undefined {
  return storage.getStore();
}

/** Notes the tenant of the current request once its caller is known. */
export function noteTenant(caller: unknown): void {
  const request = storage.getStore();
  if (!request) return;
  const tenantId: unknown = Object(caller).tenantId;
  if (typeof tenantId === "string") request.tenantId = tenantId;
}

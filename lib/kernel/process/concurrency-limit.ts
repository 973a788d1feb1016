import { ServiceError } from "@/lib/kernel/errors";
import { type FairnessKey, FairQueue } from "@/lib/kernel/process/fair-queue";

interface Waiter {
  start(): void;
  refuse(error: ServiceError): void;
}

interface LimitOptions {
  /** Retry-After of rejected work. */
  retryAfterSeconds?: number;
  /** Most slots of one fairness key, also when others are free; by default all of them. */
  each?: number;
  /** Longest wait; without end when it is absent. */
  waitMs?: number;
}

/** A fixed number of slots for work, and a bounded queue before them. A free slot goes to the fairness key
 *  that holds the fewest, and among equals to the one whose turn is longest ago; a single key gets all of
 *  them. When the queue is full, the key with the most waiting work loses its last to one that has less, and
 *  work of a key without a better claim is rejected at once: waiting longer than the caller does is
 *  pointless. */
export class ConcurrencyLimit {
  private busy = 0;
  private refused = 0;
  private readonly held = new Map<FairnessKey, number>();
  private readonly turns = new FairQueue<Waiter>();
  private readonly each: number;

  /** @param slots how much runs at once
   *  @param queue how much may wait */
  constructor(
    private readonly slots: number,
    private readonly queue: number,
    private readonly options: LimitOptions = {},
  ) {
    this.each = options.each ?? slots;
  }

  /** Runs `work` in a slot.
   *  @throws ServiceError `service_overloaded` when it is rejected, or has waited for the longest time */
  async run<T>(fairnessKey: FairnessKey, work: () => Promise<T>): Promise<T> {
    const entering = this.enter(fairnessKey);
    const leave = typeof entering === "function" ? entering : await entering;
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a slot for work that ends elsewhere. Returns without a promise where a slot is free: every request
   *  passes here.
   *  @returns a function that releases the slot; calling it again does nothing
   *  @throws ServiceError as `run` */
  enter(fairnessKey: FairnessKey): (() => void) | Promise<() => void> {
    if (!this.startsNow(fairnessKey))
      return this.wait(fairnessKey).then(() => this.releaserOf(fairnessKey));
    this.take(fairnessKey);
    return this.releaserOf(fairnessKey);
  }

  private releaserOf(fairnessKey: FairnessKey): () => void {
    let left = false;
    return () => {
      if (!left) this.leave(fairnessKey);
      left = true;
    };
  }

  /** Rejects work as `run` would now, without taking a slot: before the request has cost anything.
   *  @throws ServiceError `service_overloaded` */
  assertRoom(fairnessKey: FairnessKey): void {
    if (this.startsNow(fairnessKey) || this.turns.size < this.queue) return;
    if (this.turns.longestQueueOtherThan(fairnessKey) === null) throw this.overloaded();
  }

  /** Numbers of taken slots and of waiting work. */
  load(): { busy: number; waiting: number } {
    return { busy: this.busy, waiting: this.turns.size };
  }

  /** Number of rejections so far. */
  get rejectedCount(): number {
    return this.refused;
  }

  private overloaded(): ServiceError {
    this.refused += 1;
    return new ServiceError("service_overloaded", {
      detail: "The service is at its capacity.",
      retryAfterSeconds: this.options.retryAfterSeconds ?? 1,
    });
  }

  private heldBy(fairnessKey: FairnessKey): number {
    return this.held.get(fairnessKey) ?? 0;
  }

  private startsNow(fairnessKey: FairnessKey): boolean {
    return this.busy < this.slots && this.heldBy(fairnessKey) < this.each;
  }

  private take(fairnessKey: FairnessKey): void {
    this.busy += 1;
    this.held.set(fairnessKey, this.heldBy(fairnessKey) + 1);
  }

  private async wait(fairnessKey: FairnessKey): Promise<void> {
    this.assertRoom(fairnessKey);
    if (this.turns.size >= this.queue)
      this.turns
        .takeLast(this.turns.longestQueueOtherThan(fairnessKey) ?? "")
        ?.refuse(this.overloaded());
    let timer: NodeJS.Timeout | undefined;
    const started = new Promise<void>((start, refuse) => {
      const waiter = { start, refuse };
      this.turns.join(fairnessKey, waiter);
      const { waitMs } = this.options;
      if (waitMs !== undefined)
        timer = setTimeout(() => {
          if (this.turns.withdraw(fairnessKey, waiter)) refuse(this.overloaded());
        }, waitMs).unref();
    });
    await started.finally(() => clearTimeout(timer));
  }

  private leave(fairnessKey: FairnessKey): void {
    const left = this.heldBy(fairnessKey) - 1;
    if (left > 0) this.held.set(fairnessKey, left);
    else this.held.delete(fairnessKey);
    this.busy -= 1;
    const next = this.turns.takeNext((one) => this.heldBy(one), this.each);
    if (!next) return;
    this.take(next.fairnessKey);
    next.waiter.start();
  }
}

import { ServiceError } from "@/lib/errors";

/** A fixed number of slots for work, and a bounded queue before them. When both are full the next one is
 *  turned away at once: waiting longer than the caller does helps nobody. First come, first served. */
export class Slots {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param slots how much runs at once
   *  @param queue how much may wait
   *  @param retryAfterSeconds what a caller that is turned away is told */
  constructor(
    private readonly slots: number,
    private readonly queue: number,
    private readonly retryAfterSeconds = 1,
  ) {}

  /** Runs `work` in a slot.
   *  @throws ServiceError `service_overloaded` when every slot is taken and the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // Without a promise where there is room: this is on every request's way.
    const entering = this.enter();
    if (entering) await entering;
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Turns work away as `run` would now, without taking a slot: for saying no before anything has been paid.
   *  @throws ServiceError `service_overloaded` */
  assertRoom(): void {
    if (this.busy >= this.slots && this.waiting.length >= this.queue) throw this.overloaded();
  }

  /** How many slots are taken, and how many wait for one. */
  load(): { busy: number; waiting: number } {
    return { busy: this.busy, waiting: this.waiting.length };
  }

  private overloaded(): ServiceError {
    return new ServiceError("service_overloaded", {
      detail: "The service is at its capacity.",
      retryAfterSeconds: this.retryAfterSeconds,
    });
  }

  /** Takes a slot, for those who give it back with `leave` themselves.
   *  @returns undefined when there was one, and otherwise what to wait for
   *  @throws ServiceError `service_overloaded` */
  enter(): Promise<void> | undefined {
    if (this.busy < this.slots) {
      this.busy += 1;
      return undefined;
    }
    this.assertRoom();
    return new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Gives a slot back. */
  leave(): void {
    const next = this.waiting.shift();
    // The slot passes straight to whoever waits longest.
    if (next) next();
    else this.busy -= 1;
  }
}

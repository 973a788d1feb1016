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
    await this.enter();
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

  private async enter(): Promise<void> {
    if (this.busy < this.slots) {
      this.busy += 1;
      return;
    }
    this.assertRoom();
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(): void {
    const next = this.waiting.shift();
    // The slot passes straight to whoever waits longest.
    if (next) next();
    else this.busy -= 1;
  }
}

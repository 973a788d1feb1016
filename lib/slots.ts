import { ServiceError } from "@/lib/errors";

/** Whose work it is: a tenant's id, or a name for all who are not known yet. */
export type Neighbour = string;

interface Waiter {
  start(): void;
  refuse(error: ServiceError): void;
}

interface SlotOptions {
  /** What a caller that is turned away is told. */
  retryAfterSeconds?: number;
  /** How many slots one neighbour may hold, also when others are free; as many as there are without. */
  each?: number;
  /** How long one waits at the most; without end when it is absent. */
  waitMs?: number;
}

/** A fixed number of slots for work, and a bounded queue before them. A slot that is free goes to the neighbour
 *  that holds the fewest, and among equals to the one whose turn is longest ago; who is alone gets all of them.
 *  When the queue is full, the neighbour that fills it most gives way to one that has less in it, and whoever
 *  has no more claim than the others is turned away at once: waiting longer than the caller does helps nobody. */
export class Slots {
  private busy = 0;
  private waiters = 0;
  private readonly held = new Map<Neighbour, number>();
  /** Neighbours in the order of their turns, each with those who wait, first come, first served. */
  private readonly waiting = new Map<Neighbour, Waiter[]>();

  /** @param slots how much runs at once
   *  @param queue how much may wait */
  constructor(
    private readonly slots: number,
    private readonly queue: number,
    private readonly options: SlotOptions = {},
  ) {}

  /** Runs `work` in a slot.
   *  @throws ServiceError `service_overloaded` when it is turned away, or has waited as long as it may */
  async run<T>(neighbour: Neighbour, work: () => Promise<T>): Promise<T> {
    const entering = this.enter(neighbour);
    const leave = typeof entering === "function" ? entering : await entering;
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a slot for work that ends elsewhere. Where there is room it comes without a promise: this is on every
   *  request's way.
   *  @returns what gives the slot back; calling it again does nothing
   *  @throws ServiceError as `run` */
  enter(neighbour: Neighbour): (() => void) | Promise<() => void> {
    if (this.busy >= this.slots || !this.mayHoldMore(neighbour))
      return this.wait(neighbour).then(() => this.givingBack(neighbour));
    this.take(neighbour);
    return this.givingBack(neighbour);
  }

  private givingBack(neighbour: Neighbour): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave(neighbour);
    };
  }

  /** Turns work away as `run` would now, without taking a slot: for saying no before anything has been paid.
   *  @throws ServiceError `service_overloaded` */
  assertRoom(neighbour: Neighbour): void {
    const startsNow = this.busy < this.slots && this.mayHoldMore(neighbour);
    if (startsNow || this.waiters < this.queue) return;
    if (this.whoGivesWay(neighbour) === null) throw this.overloaded();
  }

  /** How many slots are taken, and how many wait for one. */
  load(): { busy: number; waiting: number } {
    return { busy: this.busy, waiting: this.waiters };
  }

  private overloaded(): ServiceError {
    return new ServiceError("service_overloaded", {
      detail: "The service is at its capacity.",
      retryAfterSeconds: this.options.retryAfterSeconds ?? 1,
    });
  }

  private mayHoldMore(neighbour: Neighbour): boolean {
    return (this.held.get(neighbour) ?? 0) < (this.options.each ?? this.slots);
  }

  private take(neighbour: Neighbour): void {
    this.busy += 1;
    this.held.set(neighbour, (this.held.get(neighbour) ?? 0) + 1);
  }

  private async wait(neighbour: Neighbour): Promise<void> {
    this.assertRoom(neighbour);
    if (this.waiters >= this.queue) this.sendAway(this.whoGivesWay(neighbour) ?? neighbour);
    const { waitMs } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const started = new Promise<void>((start, refuse) => {
      const waiter = { start, refuse };
      this.line(neighbour).push(waiter);
      this.waiters += 1;
      if (waitMs !== undefined)
        timer = setTimeout(() => this.giveUp(neighbour, waiter), waitMs).unref();
    });
    await started.finally(() => clearTimeout(timer));
  }

  private line(neighbour: Neighbour): Waiter[] {
    const line = this.waiting.get(neighbour) ?? [];
    this.waiting.set(neighbour, line);
    return line;
  }

  private giveUp(neighbour: Neighbour, waiter: Waiter): void {
    const line = this.waiting.get(neighbour) ?? [];
    const at = line.indexOf(waiter);
    if (at < 0) return;
    line.splice(at, 1);
    this.oneLess(neighbour);
    waiter.refuse(this.overloaded());
  }

  /** The neighbour with the longest line, if it is longer than that of whoever comes would become. */
  private whoGivesWay(comer: Neighbour): Neighbour | null {
    let longest: Neighbour | null = null;
    let length = (this.waiting.get(comer)?.length ?? 0) + 1;
    for (const [neighbour, line] of this.waiting)
      if (line.length > length) [longest, length] = [neighbour, line.length];
    return longest;
  }

  /** The last in a neighbour's line has waited the shortest. */
  private sendAway(neighbour: Neighbour): void {
    const waiter = this.waiting.get(neighbour)?.pop();
    if (!waiter) return;
    this.oneLess(neighbour);
    waiter.refuse(this.overloaded());
  }

  private oneLess(neighbour: Neighbour): void {
    this.waiters -= 1;
    if (this.waiting.get(neighbour)?.length === 0) this.waiting.delete(neighbour);
  }

  private leave(neighbour: Neighbour): void {
    const left = (this.held.get(neighbour) ?? 1) - 1;
    if (left === 0) this.held.delete(neighbour);
    else this.held.set(neighbour, left);
    this.busy -= 1;
    this.startNext();
  }

  private startNext(): void {
    const next = this.whoseTurn();
    const line = next === null ? undefined : this.waiting.get(next);
    const waiter = line?.shift();
    if (next === null || !line || !waiter) return;
    this.oneLess(next);
    // The turn goes on to the others before it comes back.
    if (this.waiting.delete(next)) this.waiting.set(next, line);
    this.take(next);
    waiter.start();
  }

  private whoseTurn(): Neighbour | null {
    let next: Neighbour | null = null;
    let fewest = this.options.each ?? this.slots;
    for (const neighbour of this.waiting.keys()) {
      const held = this.held.get(neighbour) ?? 0;
      if (held < fewest) [next, fewest] = [neighbour, held];
    }
    return next;
  }
}

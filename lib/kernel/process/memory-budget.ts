/** A budget of memory for concurrent work: work starts when there is room for all that it takes. First come,
 *  first served, so that large work gets its turn too. */
export class MemoryBudget {
  private free: number;
  private readonly waiting: { amount: number; start(): void }[] = [];

  /** @param whole in any unit */
  constructor(private readonly whole: number) {
    this.free = whole;
  }

  /** Runs `work` when there is room for it.
   *  @param amount of memory; more than the whole counts as the whole, and then it runs alone */
  async run<T>(amount: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(amount, this.whole);
    const started = Promise.withResolvers<void>();
    this.waiting.push({ amount: taken, start: started.resolve });
    this.begin();
    await started.promise;
    try {
      return await work();
    } finally {
      this.free += taken;
      this.begin();
    }
  }

  private begin(): void {
    for (let next = this.waiting[0]; next && next.amount <= this.free; next = this.waiting[0]) {
      this.free -= next.amount;
      this.waiting.shift();
      next.start();
    }
  }
}

/** Runs `work` on a machine whose clock is wrong by so many milliseconds: everything in the process that
 *  reads the machine's clock gets the wrong time, ours and other people's code alike. */
export async function withWrongClock<T>(wrongByMs: number, work: () => Promise<T>): Promise<T> {
  const RealDate = globalThis.Date;
  globalThis.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [RealDate.now() + wrongByMs] : args) as [number]));
    }
    static override now = () => RealDate.now() + wrongByMs;
  } as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}

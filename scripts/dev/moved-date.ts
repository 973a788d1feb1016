/** How far this process's clock is ahead of the machine's, in milliseconds. */
let offsetMs = 0;

/** Has everything in this process that asks for the time get the machine's time moved by an offset: our code, the provider,
 *  the token library, pages. Timers and `performance.now()` stay as they are: a wait of a second takes a second.
 *  @returns what sets the offset, in milliseconds */
export function moveDate(): (ms: number) => void {
  const Machine = globalThis.Date;
  const now = () => Machine.now() + offsetMs;
  // A proxy, so that `instanceof` goes on to hold for dates that others made before.
  const Moved: DateConstructor = new Proxy(Machine, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], made === Moved ? target : made),
    apply: () => new Machine(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  Machine.prototype.constructor = Moved;
  globalThis.Date = Moved;
  return (ms) => {
    offsetMs = ms;
  };
}

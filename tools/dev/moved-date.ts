/** Offset of this process's clock from the machine's, in milliseconds. */
let offsetMs = 0;

/** Replaces Date, so that everything in this process gets the machine's time moved by an offset: our code,
 *  the provider, the token library, pages. Timers and `performance.now()` stay as they are: a wait of a
 *  second takes a second.
 *  @returns a function that sets the offset, in milliseconds */
export function installMovableDate(): (ms: number) => void {
  const Machine = globalThis.Date;
  const now = () => Machine.now() + offsetMs;
  // A proxy, so that `instanceof` still holds for dates made before.
  const Moved: DateConstructor = new Proxy(Machine, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], made === Moved ? target : made),
    apply: () => new Machine(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  Machine.prototype.constructor = Moved;
  globalThis.Date = Moved;
  return (ms) => {
    offsetMs = ms;
  };
}

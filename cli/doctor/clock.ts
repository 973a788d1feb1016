import { type Check, type Finding, failed, ok, warning } from "./check";

/** Limit of readiness: a machine whose clock is further off takes no requests
 *  (lib/core/http/clock-readiness). */
const MOST_SECONDS = 5;
const FEW_SECONDS = 1;

/** Checks that this machine's clock agrees with PostgreSQL's. */
export const clock: Check = {
  name: "clock",
  needs: "database",
  look: async () => {
    const { secondsAhead } = await import("@/lib/kernel/db/database-clock");
    return clockFinding(await secondsAhead());
  },
};

/** @param ahead seconds by which this machine is ahead of PostgreSQL */
export function clockFinding(ahead: number): Finding {
  const seconds = Math.abs(ahead);
  const shown = seconds < 10 ? seconds.toFixed(1) : Math.round(seconds);
  const seen = `this machine is ${shown} seconds ${ahead > 0 ? "ahead of" : "behind"} PostgreSQL`;
  const todo = "Have the machine that is wrong ask a time server (systemd-timesyncd, chrony).";
  if (seconds > MOST_SECONDS) return failed(seen, todo);
  return seconds > FEW_SECONDS ? warning(seen, todo) : ok("this machine and PostgreSQL agree");
}

import { passwordHashCount, passwordHashLoad } from "@/lib/core/passwords/password-hash";
import { hashRequestLoad } from "@/lib/kernel/process/hash-capacity";
import { registerCounter, registerGauge } from "@/lib/kernel/process/metrics";

/** Registers metrics of the load of password hashing. There are two consecutive queues: that of requests
 *  which will hash (`requests`), and that of the hashes themselves (`hashes`). */
export function registerHashMetrics(): void {
  const queues = { requests: hashRequestLoad, hashes: passwordHashLoad };
  const each = (figure: "busy" | "waiting" | "refused") => () =>
    Object.entries(queues).map(([queue, load]) => ({ labels: { queue }, value: load()[figure] }));
  registerCounter(
    "password_hashes_total",
    "Passwords hashed since the processes started",
    passwordHashCount,
  );
  registerGauge("password_hash_running", "What holds a slot, by queue", each("busy"));
  registerGauge("password_hash_waiting", "What waits for a slot, by queue", each("waiting"));
  registerCounter(
    "password_hash_refusals_total",
    "What was turned away, by queue",
    each("refused"),
  );
}

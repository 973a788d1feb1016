// Do response times reveal whether an account exists? Interleaved calls of the route handlers themselves,
// without a network that would hide a difference, and Welch's t between each pair of causes.
import { median } from "./support/load";
import { ownDatabase } from "./support/own-database";
import type { Attempt } from "./support/refused-attempts";

const PAIRS = Number(process.env.BENCH_PAIRS ?? 2_000);
/** Threshold at which leakage tests call a difference real (TVLA). */
const BAR = 4.5;
const QUANTILES = [1, 0.99, 0.95, 0.9, 0.75, 0.5];

/** Refused logins, forgotten passwords and refused tokens, by cause, and refused logins where users are
 *  imported, by kind of hash. */
export async function run(): Promise<void> {
  const wide = "100000000";
  const database = await ownDatabase({
    ATRIUM_LIMIT_LOGIN_FAILURES: wide,
    ATRIUM_LIMIT_FORGOT_SENDS: wide,
    ATRIUM_LIMIT_TOKEN_REQUESTS: wide,
    ATRIUM_LIMIT_OAUTH_NETWORK_REQUESTS: wide,
  });
  try {
    const { attempts, importedLogins, refusedTokens } = await import("./support/refused-attempts");
    const { login, forgot } = await attempts();
    const imported = await importedLogins();
    const tokens = await refusedTokens();
    console.log(`${PAIRS} interleaved calls a cause; |t| below ${BAR} is no difference.`);
    let worst = 0;
    for (const [path, causes, expected] of [
      ["login/preflight", login, 401],
      ["password/forgot", forgot, 202],
      ...tokens.map(([kind, causes]) => [`oauth/token, ${kind}`, causes, 401] as const),
      ...imported.map(([kind, causes]) => [`login/preflight, ${kind}`, causes, 401] as const),
    ] as const) {
      const times = await measure(causes, expected);
      worst = Math.max(worst, report(path, times));
    }
    console.log(`\nThe largest |t| is ${worst.toFixed(2)}: ${worst < BAR ? "passed" : "FAILED"}`);
  } finally {
    await database.stop();
  }
}

async function measure(
  causes: Record<string, Attempt>,
  expected: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(causes).map((cause) => [cause, []]));
  for (let round = -50; round < PAIRS; round++) {
    for (const [cause, attempt] of shuffled(Object.entries(causes))) {
      const startedAt = performance.now();
      const response = await attempt();
      const took = performance.now() - startedAt;
      if (response.status !== expected) throw new Error(`${cause}: answered ${response.status}`);
      // The first rounds warm everything up.
      if (round >= 0) times.get(cause)?.push(took);
    }
  }
  return times;
}

/** Every order equally likely (Fisher and Yates), so that no cause always follows the same other. */
function shuffled<T>(items: readonly T[]): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return order;
}

/** Prints each cause beside the first and returns the largest |t|. */
function report(path: string, times: Map<string, number[]>): number {
  const [[reference, base] = ["", []], ...others] = times;
  console.log(`\n${path}: ${reference}, median ${median(base).toFixed(3)} ms`);
  let worst = 0;
  for (const [cause, values] of others) {
    const scores = QUANTILES.map((quantile) => welch(...cropped(values, base, quantile)));
    worst = Math.max(worst, ...scores.map(Math.abs));
    const shown = scores.map((t, index) => `${(QUANTILES[index] ?? 1) * 100}%: ${t.toFixed(2)}`);
    console.log(
      `  ${cause.padEnd(26)} median ${median(values).toFixed(3)} ms   t ${shown.join("  ")}`,
    );
  }
  return worst;
}

/** Returns Welch's t between two samples: the distance of their means in standard errors. */
function welch(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [moments(a), moments(b)];
  return (one.mean - other.mean) / Math.sqrt(one.variance / a.length + other.variance / b.length);
}

/** Returns the samples below a quantile of both together: the slow tail comes from the machine and hides
 *  small differences. */
function cropped(
  a: readonly number[],
  b: readonly number[],
  quantile: number,
): [number[], number[]] {
  const sorted = [...a, ...b].sort((x, y) => x - y);
  const limit = sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.POSITIVE_INFINITY;
  const below = (values: readonly number[]) => values.filter((value) => value <= limit);
  return [below(a), below(b)];
}

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}

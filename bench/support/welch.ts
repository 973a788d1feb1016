/** Returns Welch's t between two samples: the distance of their means in standard errors. */
export function welch(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [moments(a), moments(b)];
  return (one.mean - other.mean) / Math.sqrt(one.variance / a.length + other.variance / b.length);
}

/** Returns the samples below a quantile of both together: the slow tail comes from the machine and hides
 *  small differences. */
export function cropped(
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

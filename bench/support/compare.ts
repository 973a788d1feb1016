import { median } from "./load";

export interface Contender {
  name: string;
  /** One round: work done a second. */
  round(seconds: number): Promise<number>;
}

/** Runs two contenders in turn, so that what else the machine does touches both, and prints their medians
 *  and the ratio of the first to the second. */
export async function compare(
  title: string,
  ours: Contender,
  limit: Contender,
  { rounds = 5, seconds = 4 } = {},
): Promise<number> {
  const results = { ours: [] as number[], limit: [] as number[] };
  await ours.round(1);
  await limit.round(1);
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await ours.round(seconds));
    results.limit.push(await limit.round(seconds));
  }
  const [a, b] = [median(results.ours), median(results.limit)];
  console.log(`\n${title}`);
  console.log(
    `  ${ours.name.padEnd(48)} ${format(a)}/s   rounds ${results.ours.map(format).join(" ")}`,
  );
  console.log(
    `  ${limit.name.padEnd(48)} ${format(b)}/s   rounds ${results.limit.map(format).join(" ")}`,
  );
  console.log(`  ratio ${(a / b).toFixed(2)}`);
  return a / b;
}

const format = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toFixed(1));

// npm run bench [-- NAME]: measurements, printed as ratios taken in one run. Nothing here is a test.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const name = process.argv[2] ?? "overview";
const file = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error(`There is no benchmark called ${name}.`);
  process.exit(1);
}
const benchmark: { run(): Promise<string | undefined> } = await import(file);
const result = await benchmark.run();
if (result) console.log(`\n${result}`);
// The report runs benchmarks as processes, since `lib` reads its environment once, and reads their tables.
if (process.env.BENCH_RESULT) writeFileSync(process.env.BENCH_RESULT, result ?? "");
process.exit(0);

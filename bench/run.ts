// npm run bench [-- NAME]: measurements, printed as ratios taken in one run. Nothing here is a test.
import { existsSync } from "node:fs";
import { join } from "node:path";

const name = process.argv[2] ?? "overview";
const file = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error(`There is no benchmark called ${name}.`);
  process.exit(1);
}
const benchmark: { run(): Promise<void> } = await import(file);
await benchmark.run();
process.exit(0);

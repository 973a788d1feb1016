// npm run test:deploy: tries what deploy/ ships with the programs that it is for. They come from Debian's packages, from Go
// modules and by pip, not from npm, so that npm test does without them. Words after -- choose parts:
// npm run test:deploy -- chart units. Where a program can't be had, its part is skipped and says so; where CI is set and
// Go is there, a part that was skipped has failed.

import { generate } from "@/scripts/host/generate.mjs";
import { documented } from "@/tests/support/documented";
import { type Part, Skipped } from "../harness/part";
import { hasGo } from "../harness/tools";
import { chart } from "./chart";
import { compose } from "./compose";
import { proxies } from "./proxies";
import { units } from "./units";

const parts: readonly Part[] = [compose, chart, units, proxies];

type Outcome = "ok" | "FAILED" | "skipped";

async function tried({ name, run }: Part): Promise<{ line: string; outcome: Outcome }> {
  console.log(`\n── ${name}`);
  const begun = performance.now();
  const told = (outcome: Outcome, why = "") => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    return {
      outcome,
      line: `${outcome.padEnd(8)}${name.padEnd(10)}${seconds.padStart(7)} s   ${why}`,
    };
  };
  try {
    await run();
    return told("ok");
  } catch (error) {
    if (error instanceof Skipped) return told(mustRun() ? "FAILED" : "skipped", error.message);
    console.error(error instanceof Error ? error.message : error);
    return told("FAILED");
  }
}

const mustRun = () => Boolean(process.env.CI) && hasGo();

/** What the page says to type, and which parts it names there. */
const [, said = ""] = documented("docs/DEPLOYING.md", "npm run test:deploy").split(" -- ");
if (said !== parts.map(({ name }) => name).join(" "))
  throw new Error(`docs/DEPLOYING.md names other parts: ${said}`);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !parts.some(({ name }) => name === word));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}: ${parts.map(({ name }) => name).join(", ")}`,
  );
  process.exit(1);
}
generate();
const results = [];
for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  results.push(await tried(part));
console.log(`\n${results.map(({ line }) => line).join("\n")}`);
process.exitCode = results.some(({ outcome }) => outcome === "FAILED") ? 1 : 0;

/** What Node is told to make what the build makes, in a process of its own that ends with 1 and the build's own words when it fails.
 *  It runs in the checkout. */
export function buildCommand(...made: ("build" | "buildDist")[]): string[] {
  return [
    "--input-type=module",
    "--eval",
    `import * as builds from "./scripts/build.mjs";
     try { for (const name of ${JSON.stringify(made)}) await builds[name](); }
     catch (error) { console.error(error.message); process.exitCode = 1; }`,
  ];
}

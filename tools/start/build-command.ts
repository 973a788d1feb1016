/** Outputs to build: parts of a build (tools/build/built-files), and the standalone folder. */
interface BuildOutputs {
  parts: ("host" | "pages" | "routes" | "dev")[];
  dist?: boolean;
}

/** Returns Node's arguments for a build in a process of its own, which ends with 1 and the build's own words
 *  when it fails. It runs in the checkout. */
export function buildCommand({ parts, dist = false }: BuildOutputs): string[] {
  return [
    "--input-type=module",
    "--eval",
    `import { build, buildDist } from "./tools/build/build.mjs";
     try { await build(${JSON.stringify(parts)}); ${dist ? "await buildDist();" : ""} }
     catch (error) { console.error(error.message); process.exitCode = 1; }`,
  ];
}

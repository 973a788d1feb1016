// npm start of a folder that is not built yet, and npm run dev.
import { HOST, WORKER } from "../../host/built-files.mjs";
import { generate } from "../build/generate.mjs";
import { runSupervised } from "../processes/supervised";
import { fullDisk } from "../setup/writable.mjs";
import { StartError, step } from "./steps";

const dev = process.argv.includes("--dev");

await step("generated code", generate);
// The imports below need the generated code.
const { run } = await import("./run");
run({
  dev,
  build: async () => {
    if (!dev) await step("build", buildApart);
  },
  web: HOST,
  checkout: true,
  command: "npm run atrium --",
  worker: dev ? ["--import", "tsx", "host/worker.ts"] : [WORKER],
});

/** Builds in a process of its own: this one could not handle signals while it waits for the compiler. */
async function buildApart(): Promise<void> {
  const build = [process.execPath, "tools/build/build-all.mjs", "host", "pages"];
  const { code, output } = await runSupervised(build);
  if (code !== 0) throw new StartError(fullDisk(output, ".next") ?? output.trim());
}

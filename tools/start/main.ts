// npm start of a folder that is not built yet, and npm run dev.
import { HOST, WORKER } from "../../host/built-files.mjs";
import { generate } from "../build/generate.mjs";
import { startSupervised } from "../processes/supervised";
import { fullDisk } from "../setup/writable.mjs";
import { buildCommand } from "./build-command";
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
  const command = [process.execPath, ...buildCommand({ parts: ["host", "pages"] })];
  const { child, ended } = startSupervised(command, { endsBy: "TERM", stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  if ((await ended) !== 0) throw new StartError(fullDisk(output, ".next") ?? output.trim());
}

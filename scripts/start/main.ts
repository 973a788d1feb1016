// npm start of a folder that is not built yet, and npm run dev.
import { build } from "../host/build.mjs";
import { HOST, WORKER } from "../host/built-files.mjs";
import { generate } from "../host/generate.mjs";
import { step } from "./steps";

const dev = process.argv.includes("--dev");

await step("generated code", generate);
// What runs imports what is generated.
const { run } = await import("./run");
run({
  dev,
  build: async () => {
    if (!dev) await step("build", () => build());
  },
  web: HOST,
  checkout: true,
  command: "npm run atrium --",
  worker: dev ? ["--import", "tsx", "scripts/worker.ts"] : [WORKER],
});

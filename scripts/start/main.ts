// npm start of a folder that is not built yet, and npm run dev.
import { build } from "../build.mjs";
import { generate } from "../generate.mjs";
import { HOST, WORKER } from "../host/built-files.mjs";
import { run } from "./run";
import { step } from "./steps";

const dev = process.argv.includes("--dev");

run({
  dev,
  build: async () => {
    await step("Prisma client", generate);
    if (!dev) await step("build", build);
  },
  web: HOST,
  checkout: true,
  command: "npm run atrium --",
  worker: dev ? ["--import", "tsx", "scripts/worker.ts"] : [WORKER],
});

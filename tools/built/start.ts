// dist/start.mjs: migrates, then supervises the web processes and the worker. In a checkout, the second stage
// of npm start of a folder that is built: no compiler and no TypeScript loader runs.
import { join } from "node:path";
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { homeFolder, liveInProgramFolder } = await import("@/lib/kernel/process/home-folder");
const { run } = await import("../start/run");

const programs = import.meta.dirname;
liveInProgramFolder(programs);
const checkout = homeFolder() !== programs;
run({
  dev: false,
  build: async () => {},
  web: join(programs, "web.mjs"),
  worker: [join(programs, "worker.mjs")],
  checkout,
  command: checkout ? "npm run atrium --" : `node ${join(programs, "atrium.mjs")}`,
});

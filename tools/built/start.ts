// dist/start.mjs: migrates, then supervises the web processes and the worker, as npm start does. It writes no
// file.
import { join } from "node:path";
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { setHomeFolder: liveIn } = await import("@/lib/kernel/process/home-folder");
const { run } = await import("../start/run");

const home = import.meta.dirname;
liveIn(home);
run({
  dev: false,
  build: async () => {},
  web: join(home, "web.mjs"),
  worker: [join(home, "worker.mjs")],
  checkout: false,
  command: `node ${join(home, "atrium.mjs")}`,
});

// dist/worker.mjs: one worker.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { setHomeFolder: liveIn } = await import("@/lib/kernel/process/home-folder");
liveIn(import.meta.dirname);
await import("../../host/worker");

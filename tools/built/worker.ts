// dist/worker.mjs: one worker.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { liveInProgramFolder } = await import("@/lib/kernel/process/home-folder");
liveInProgramFolder(import.meta.dirname);
await import("../../host/worker");

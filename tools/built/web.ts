// dist/web.mjs: the web processes and their supervisor, without migrations and worker.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { liveInProgramFolder } = await import("@/lib/kernel/process/home-folder");
liveInProgramFolder(import.meta.dirname);
await import("@/host/main");

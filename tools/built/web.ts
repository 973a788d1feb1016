// dist/web.mjs: the web processes and their supervisor, without migrations and worker.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { setHomeFolder: liveIn } = await import("@/lib/kernel/process/home-folder");
liveIn(import.meta.dirname);
await import("@/host/main");

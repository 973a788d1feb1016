// dist/atrium.mjs: the whole command line.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { liveInProgramFolder } = await import("@/lib/kernel/process/home-folder");
liveInProgramFolder(import.meta.dirname);
await import("../../cli/atrium");

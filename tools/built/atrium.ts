// dist/atrium.mjs: the whole command line.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { setHomeFolder: liveIn } = await import("@/lib/kernel/process/home-folder");
liveIn(import.meta.dirname);
await import("../../cli/atrium");

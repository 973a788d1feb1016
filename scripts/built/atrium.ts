// dist/atrium.mjs: the whole command line.
import { liveIn } from "@/lib/process/home-folder";

liveIn(import.meta.dirname);
await import("../atrium");

// dist/worker.mjs: one worker.
import { liveIn } from "@/lib/process/home-folder";

liveIn(import.meta.dirname);
await import("../worker");

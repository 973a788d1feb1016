// dist/web.mjs: the web processes and their supervisor, without migrations and worker.
import { liveIn } from "@/lib/process/home-folder";

liveIn(import.meta.dirname);
await import("@/host/main");

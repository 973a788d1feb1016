// dist/migrate.mjs: brings the database to this version, and ends.
import { liveIn } from "@/lib/process/home-folder";

liveIn(import.meta.dirname);
process.argv.splice(2, Infinity, "db", "migrate");
await import("../atrium");

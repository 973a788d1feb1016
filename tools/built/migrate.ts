// dist/migrate.mjs: migrates the database to this version, and ends.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { liveInProgramFolder } = await import("@/lib/kernel/process/home-folder");
liveInProgramFolder(import.meta.dirname);
process.argv.splice(2, Infinity, "db", "migrate");
await import("../../cli/atrium");

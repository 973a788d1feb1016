// dist/migrate.mjs: migrates the database to this version, and ends.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { setHomeFolder: liveIn } = await import("@/lib/kernel/process/home-folder");
liveIn(import.meta.dirname);
process.argv.splice(2, Infinity, "db", "migrate");
await import("../../cli/atrium");

// Migrates a database in a process of its own, which a test may kill: migrate-in.ts URL ROOT
import { migrate } from "@/lib/kernel/db/schema/migrate";

const [url = "", root = ""] = process.argv.slice(2);
await migrate(url, { root });

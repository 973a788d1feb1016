// Command that migrates a database to the newest migration: DATABASE_OWNER_URL or DATABASE_URL is in the
// environment.

import { ensureSigningKeys } from "@/lib/core/signing-keys/ensure-signing-keys";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { migrate } from "./migrate";

const url = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_OWNER_URL (or DATABASE_URL) to the database to migrate.");
const applicationLogin =
  process.env.DATABASE_URL && readDatabaseUrl(process.env.DATABASE_URL).login;
const applied = await migrate(url, {
  log: console.log,
  ...(applicationLogin && { applicationLogin }),
});
const keys = await ensureSigningKeys(url);
for (const purpose of keys) console.log(`made the first signing key for ${purpose}`);
console.log(applied.length > 0 ? `${applied.length} applied` : "The database is current");

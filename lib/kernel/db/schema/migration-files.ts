import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { ID_FUNCTION } from "./id-function";

const MIGRATIONS = "prisma/migrations";

/** Prisma's lock file beside the migrations: the database they are written for. */
export const LOCKFILE = `# Kept under version control: it names the database the migrations are written for.
provider = "postgresql"
`;

/** Names of the migrations in the source tree, oldest first. */
export function migrationNames(root = homeFolder()): string[] {
  const folder = join(root, MIGRATIONS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort();
}

/** Returns the script of a migration. */
export function migrationScript(name: string, root = homeFolder()): string {
  return readFileSync(join(root, MIGRATIONS, name, "migration.sql"), "utf8");
}

/** Hash over the migrations up to one of them, which a release records. */
export function migrationsDigest(upTo: string, root = homeFolder()): string {
  const hash = createHash("sha256");
  for (const name of migrationNames(root).filter((other) => other <= upTo))
    hash.update(`${name}\0${migrationScript(name, root)}\0`);
  return hash.digest("hex");
}

/** Returns the migrations in the form of Prisma's engine; `before` leaves out that name and later ones. */
export function migrationList(root = homeFolder(), before?: string): MigrationList {
  const baseDir = join(root, MIGRATIONS);
  const lockfile = join(baseDir, "migration_lock.toml");
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : LOCKFILE,
    },
    shadowDbInitScript: ID_FUNCTION,
    migrationDirectories: migrationNames(root)
      .filter((name) => before === undefined || name < before)
      .map((name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok", value: migrationScript(name, root) },
        },
      })),
  };
}

/** Every file of the data model: prisma/schema.prisma and prisma/models/*.prisma. */
export function schemaFiles(root = homeFolder()): { path: string; content: string }[] {
  const models = join(root, "prisma/models");
  const names = existsSync(models) ? readdirSync(models).sort() : [];
  const files = names.filter((name) => name.endsWith(".prisma")).map((name) => join(models, name));
  return [join(root, "prisma/schema.prisma"), ...files].map((path) => ({
    path,
    content: readFileSync(path, "utf8"),
  }));
}

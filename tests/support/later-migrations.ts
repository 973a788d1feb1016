import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with the migrations of this code, to which a test adds migrations that come after all others. */
export interface LaterMigrations {
  root: string;
  /** @returns the name of the new migration */
  add(sql: string): string;
  /** Gives a migration another text. */
  change(name: string, sql: string): void;
  remove(): void;
}

export function laterMigrations(): LaterMigrations {
  const root = mkdtempSync(join(tmpdir(), "atrium-migrations-"));
  cpSync("prisma/migrations", join(root, "prisma/migrations"), { recursive: true });
  let made = 0;
  const change = (name: string, sql: string) =>
    writeFileSync(join(root, "prisma/migrations", name, "migration.sql"), sql);
  return {
    root,
    add: (sql) => {
      made += 1;
      const name = `29990101${String(made).padStart(6, "0")}_test`;
      mkdirSync(join(root, "prisma/migrations", name));
      change(name, sql);
      return name;
    },
    change,
    remove: () => rmSync(root, { recursive: true }),
  };
}

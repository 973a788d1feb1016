import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "@/lib/kernel/process/home-folder";

const FOLDER = "prisma/functions";

/** Returns the names of the functions, triggers and views that the files of prisma/functions make. */
export function expectedObjects(root = homeFolder()): string[] {
  const folder = join(root, FOLDER);
  const made = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE|VIEW|TRIGGER) (\w+)/gm;
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(made)])
    .map(([, name = ""]) => name);
  return [...new Set(names)].sort();
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "@/lib/kernel/process/home-folder";

/** A command of the command line as it is given where this process runs: a folder that was built has a file for it, and a
 *  checkout a script of npm.
 *  @param words such as `db migrate` */
export function ownCommand(words: string): string {
  const built = join(homeFolder(), "atrium.mjs");
  return existsSync(built) ? `node ${built} ${words}` : `npm run atrium -- ${words}`;
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "@/lib/kernel/process/home-folder";

/** Returns a command of the command line in the form for this installation: a built folder has a file for it,
 *  and a checkout an npm script.
 *  @param words such as `db migrate` */
export function ownCommand(words: string): string {
  const built = join(homeFolder(), "atrium.mjs");
  return existsSync(built) ? `node ${built} ${words}` : `npm run atrium -- ${words}`;
}

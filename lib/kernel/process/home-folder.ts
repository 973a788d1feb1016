import { existsSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/kernel/process/singleton";

const home = singleton("home-folder", (): { folder: string | undefined } => ({
  folder: undefined,
}));

/** Returns the folder of the service's own files: Next's build, the migrations, the packages. It is the
 *  working directory, unless the started program is in a folder of its own and was started from another. */
export function homeFolder(): string {
  return home.folder ?? process.cwd();
}

/** Sets that folder, before anything is read from it.
 *  @param folder an absolute path */
export function setHomeFolder(folder: string): void {
  home.folder = folder;
}

/** Sets that folder to the one of the running program, if it is a standalone one (dist). A program of a
 *  checkout runs in its root. */
export function liveInProgramFolder(folder: string): void {
  if (existsSync(join(folder, "package.json"))) setHomeFolder(folder);
}

import { singleton } from "@/lib/kernel/process/singleton";

const home = singleton("home-folder", (): { folder: string | undefined } => ({
  folder: undefined,
}));

/** The folder in which the service's own files lie: what Next built, the migrations, the packages. It is the working
 *  directory, unless what was started lies in its own folder and was started from another. */
export function homeFolder(): string {
  return home.folder ?? process.cwd();
}

/** Says which folder that is; nothing has been read from it by then.
 *  @param folder an absolute path */
export function liveIn(folder: string): void {
  home.folder = folder;
}

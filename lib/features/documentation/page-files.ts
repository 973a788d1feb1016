import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { singleton } from "@/lib/kernel/process/singleton";

/** A page of the documentation that has a Markdown file. */
export interface PageFile {
  /** Its path below /docs: `guides/go-live`. */
  path: string;
  /** Path of the file in the service's own folder: `docs/guides/go-live.md`. */
  file: string;
  title: string;
  /** The whole Markdown. */
  text: string;
}

/** Folders whose Markdown is served. The build copies the same files (tools/build/dist.mjs). */
const ROOT = "docs";
const PACKAGES = "packages";

/** Every page that has a file, by its path. Read once in a process. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  return singleton("documentation-files", () => {
    const home = homeFolder();
    const own = markdownBelow(join(home, ROOT)).map((file) => ({
      path: pathOfFile(file.slice(0, -".md".length)),
      file: `${ROOT}/${file}`,
    }));
    const packages = foldersOf(join(home, PACKAGES)).map((name) => ({
      path: `packages/${name}`,
      file: `${PACKAGES}/${name}/README.md`,
    }));
    const pages = [...own, ...packages].flatMap(({ path, file }): PageFile[] => {
      const text = textOf(join(home, file));
      if (text === null) return [];
      return [{ path, file, title: titleOf(text, path), text }];
    });
    return new Map(pages.map((page) => [page.path, page]));
  });
}

/** Path of the page of a file, from its name without its ending. A folder's README is the folder's page. */
export function pathOfFile(name: string): string {
  return name.toLowerCase().replace(/\/readme$/, "");
}

/** Page of a file, by the file's path in the service's own folder. */
export function pageOfFile(file: string): PageFile | undefined {
  return [...pageFiles().values()].find((page) => page.file === file);
}

/** Reads a file beside the pages, such as a picture; null if there is none.
 *  @param file path in the service's own folder */
export function textOfFile(file: string): string | null {
  return textOf(join(homeFolder(), file));
}

/** Lists the Markdown files below a folder, relative to it, sorted by name. */
function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

function foldersOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Text of the first heading, without formatting. */
function titleOf(text: string, otherwise: string): string {
  const [, title = otherwise] = /^# (.+)$/m.exec(text) ?? [];
  return title.replace(/[`*]/g, "");
}

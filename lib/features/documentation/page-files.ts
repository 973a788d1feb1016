import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { singleton } from "@/lib/kernel/process/singleton";

/** A page of the documentation, as its Markdown file has it. */
export interface PageFile {
  /** The last part of its address below /docs: `guides/go-live`. */
  path: string;
  /** Where the file lies in the service's own folder: `docs/guides/go-live.md`. */
  file: string;
  title: string;
  /** The Markdown, complete. */
  text: string;
}

/** Folders whose Markdown is served. The build copies the same files (scripts/host/documents.mjs). */
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

/** The path of a page whose file has this name without its ending. What a folder says of itself is the folder's page. */
export function pathOfFile(name: string): string {
  return name.toLowerCase().replace(/\/readme$/, "");
}

/** The page of a file, by the file's place in the service's own folder. */
export function pageOfFile(file: string): PageFile | undefined {
  return [...pageFiles().values()].find((page) => page.file === file);
}

/** A file beside the pages, such as a picture; null when there is none.
 *  @param file relative to the service's own folder, as a page of ours names it */
export function textOfFile(file: string): string | null {
  return textOf(join(homeFolder(), file));
}

/** Markdown files below a folder, relative to it, in the order of their names. */
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

/** The first heading, without its marks. */
function titleOf(text: string, otherwise: string): string {
  const [, title = otherwise] = /^# (.+)$/m.exec(text) ?? [];
  return title.replace(/[`*]/g, "");
}

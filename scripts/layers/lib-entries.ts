import type { Finding } from "./finding";

const AT_MOST = 42;
const LOOSE = new Set(["caller.ts", "clock.ts", "errors.ts", "ids.ts"]);

/** What a newcomer sees first: `lib` has few entries at its top, and hardly a loose file.
 *  @param entries names of the folders and files directly in lib */
export function libEntryFindings(entries: string[]): Finding[] {
  const loose = entries
    .filter((entry) => /\.tsx?$/.test(entry) && !LOOSE.has(entry.replace(".test.", ".")))
    .map((entry) => ({
      file: `lib/${entry}`,
      problem: "is a loose file",
      instead: "put it into the folder of what it serves",
    }));
  if (entries.length <= AT_MOST) return loose;
  const problem = `has ${entries.length} entries at its top, more than ${AT_MOST}`;
  return [...loose, { file: "lib", problem, instead: "put a folder into the one it belongs to" }];
}

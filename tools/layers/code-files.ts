import { filesUnder } from "../setup/content-hash.mjs";

const FOLDERS = [
  ...["app", "host", "lib", "cli", "tools", "emails", "i18n"],
  ...["prisma", "tests", "e2e", "bench", "examples", "packages"],
];

/** Lists the code files of this checkout, relative to its root.
 *  @param ending of their names, such as `/\.tsx?$/` */
export function codeFiles(ending: RegExp): string[] {
  return FOLDERS.flatMap((folder) => filesUnder(process.cwd(), folder)).filter(
    (file) => ending.test(file) && !/node_modules|\/\.next\//.test(file),
  );
}

/** Whether a file is a test. Tests may look into any room. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

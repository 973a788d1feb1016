import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes lines of finished imports that a crashed worker left behind. */
export const sweepImportLines = () => sweep("user_import_lines", 0);
/** Deletes problems of lines after a month. */
export const sweepImportProblems = () => sweep("user_import_problems", 30 * DAY);
/** Deletes problems of a dry run after a day: it can be repeated. */
export const sweepDryRunProblems = () => sweep("dry_run_problems", DAY);
/** Deletes imports that finished a month ago and have no lines or problems left. */
export const sweepUserImports = () => sweep("user_imports", 30 * DAY);

import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes lines of imports that are over, which a worker left that died. */
export const sweepImportLines = () => sweep("user_import_lines", 0);
/** Deletes why lines were not taken a month ago. */
export const sweepImportProblems = () => sweep("user_import_problems", 30 * DAY);
/** Deletes why lines of a dry run were not taken a day ago: it can be run again. */
export const sweepDryRunProblems = () => sweep("dry_run_problems", DAY);
/** Deletes imports that were over a month ago and have nothing left. */
export const sweepUserImports = () => sweep("user_imports", 30 * DAY);

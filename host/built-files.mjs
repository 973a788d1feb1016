// Outputs of a build for production, relative to the root.

/** The web processes and their supervisor. */
export const HOST = "generated/host/main.mjs";
/** The worker. */
export const WORKER = "generated/host/worker.mjs";
/** Second stage of `npm start`. */
export const START = "generated/host/start.mjs";
/** `npx atrium dev`: the service as a dependency of tests. */
export const DEV = "generated/dev/main.mjs";
/** The modules of `lib` as a package, which pages load at run time: changes in them leave the pages
 *  current. */
export const LIB = "node_modules/@atrium/lib";
/** List of the files of `lib` that the pages' code for browsers contains; a build of pages writes it. */
export const LIB_IN_BROWSERS = ".next/LIB_IN_BROWSERS";
/** V8's compile cache of all these; a build empties it. */
export const COMPILED = "generated/compiled";
/** Next's static files, and their compressed copies; the list of the copies lies beside them. */
export const STATIC = ".next/static";
export const PACKED_STATIC = ".next/packed";
export const PACKED = "files.json";
/** The standalone folder, which runs wherever it is copied to. */
export const DIST = "dist";
/** SQL files that this folder has in common with the checkout. */
export const SCHEMA = ["prisma/migrations", "prisma/functions"];

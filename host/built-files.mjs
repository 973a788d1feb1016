// Outputs of a build for production, relative to the root.

/** Programs, in a checkout. The standalone folder has the same ones at its top. */
export const PROGRAMS = "generated/host";
/** The web processes and their supervisor. */
export const HOST = `${PROGRAMS}/web.mjs`;
/** The worker. */
export const WORKER = `${PROGRAMS}/worker.mjs`;
/** Second stage of `npm start`. */
export const START = `${PROGRAMS}/start.mjs`;
/** The command line. */
export const COMMANDS = `${PROGRAMS}/atrium.mjs`;
/** `npx atrium dev`: the service as a dependency of tests. */
export const DEV = "generated/dev/main.mjs";
/** The modules of `lib` as a package, which pages load at run time: changes in them leave the pages
 *  current. */
export const LIB = "node_modules/@atrium/lib";
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

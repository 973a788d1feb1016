// What a build makes for production, relative to the root. Each is run by plain Node.

/** The web processes and their supervisor. */
export const HOST = "generated/host/main.mjs";
/** The worker. */
export const WORKER = "generated/host/worker.mjs";
/** What `npm start` goes on with. */
export const START = "generated/host/start.mjs";
/** `npx atrium dev`: the service as a dependency of tests. */
export const DEV = "generated/dev/main.mjs";
/** What V8 made of all these when they ran; a build empties it. */
export const COMPILED = "generated/compiled";
/** Next's static files, and what the build compressed of them; the list of those lies beside them. */
export const STATIC = ".next/static";
export const PACKED_STATIC = ".next/packed";
export const PACKED = "files.json";
/** The folder that runs by itself, wherever it is copied to. */
export const DIST = "dist";
/** SQL that this folder holds as the checkout does. */
export const SCHEMA = ["prisma/migrations", "prisma/functions"];

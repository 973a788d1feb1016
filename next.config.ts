import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  // No page has a picture to resize: what would do so is 19 MB of a library for it.
  images: { unoptimized: true },
  // Types are checked by `npm test`; a build would check those of tests and scripts once more.
  typescript: { ignoreBuildErrors: true },
  // A proxy in front compresses better; compressing here costs a core at load.
  compress: false,
  experimental: {
    // A page's code is loaded when it is first asked for: all of it at once costs 70 MiB that few processes need.
    preloadEntriesOnStart: false,
    // Writing the bundler's cache costs as much as it ever gives back: the pages alone are built in less.
    turbopackFileSystemCacheForBuild: false,
  },
  turbopack: {
    rules: {
      // Pages load `lib` when they run, so that a change in it needs no build of them.
      "*.{ts,tsx}": {
        condition: { all: ["production", "node", { not: "foreign" }] },
        loaders: ["./tools/build/lib-package.cjs"],
      },
    },
  },
  serverExternalPackages: [
    "@atrium/lib",
    "oidc-provider",
    "argon2",
    "pg-boss",
    "pg",
    "@prisma/client",
    "pino",
    "@node-rs/argon2",
    "@node-rs/bcrypt",
  ],
};

export default config;

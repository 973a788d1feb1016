import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  poweredByHeader: false,
  // Types are checked by `npm test`; a build would check those of tests and scripts once more.
  typescript: { ignoreBuildErrors: true },
  // A proxy in front compresses better; compressing here costs a core at load.
  compress: false,
  serverExternalPackages: [
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

export default createNextIntlPlugin("./i18n/request.ts")(config);

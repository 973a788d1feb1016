import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
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

export default config;

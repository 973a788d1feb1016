import { join } from "node:path";

/** Address of Atrium, and the files of this installation. */
export interface Settings {
  baseUrl: string;
  /** Enrolment token, needed once. Null when it is enrolled, or when the demo data will do. */
  enrolmentToken: string | null;
  /** The private key, readable by its owner alone, and the id that Atrium returned for it. */
  keyFile: string;
  identityFile: string;
  /** File with the version that runs here; the first one until a campaign brings another. */
  versionFile: string;
  name: string;
  platform: string;
  version: string;
}

/** Reads the environment. */
export function readSettings(env = process.env): Settings {
  const folder = env.INSTALLATION_FOLDER ?? ".atrium/installation";
  return {
    baseUrl: env.ATRIUM_BASE_URL ?? "http://localhost:3000",
    enrolmentToken: env.ENROLMENT_TOKEN ?? null,
    keyFile: join(folder, "key.json"),
    identityFile: join(folder, "identity.json"),
    versionFile: join(folder, "version"),
    name: env.INSTALLATION_NAME ?? "example-installation",
    platform: env.INSTALLATION_PLATFORM ?? `${process.platform}/${process.arch}`,
    version: env.INSTALLATION_VERSION ?? "1.0.0",
  };
}

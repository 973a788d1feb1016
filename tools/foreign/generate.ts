import { randomBytes } from "node:crypto";
import { generateClientTypes } from "../packages/generate-types.mjs";
import { run } from "./run";

/** Folder of the description from which clients in other languages are generated. */
export const DESCRIBED = "generated/foreign";

/** Writes the description for generators, and the rules of the clients' hand-written layers. */
export async function describeForeign(root: string): Promise<void> {
  generateClientTypes(root);
  await run(process.execPath, ["--import", "tsx", "tools/foreign/describe.ts", DESCRIBED], {
    cwd: root,
    env: {
      // The configuration is checked when it is read; the only value that shows is the address in the
      // description.
      ATRIUM_MODE: "local",
      ATRIUM_BASE_URL: "https://id.example",
      DATABASE_URL: "postgresql://build@127.0.0.1:1/build",
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    },
  });
}

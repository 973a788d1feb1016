// Writes the generated tables of the documentation anew: `npm run generate`. Tests say when that is due.
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { withBlocks } from "./blocks";
import { conformanceBlocks } from "./conformance-blocks";

// The modules that know the lifetimes are those of a service, which has settings. Nothing here connects or
// seals.
process.env.ATRIUM_MODE = "local";
process.env.ATRIUM_MASTER_KEY = randomBytes(32).toString("base64");
process.env.DATABASE_URL = "postgres://nobody@localhost/none";
const { protocolBlocks } = await import("./protocol-blocks");
const { errorBlocks } = await import("./error-blocks");

const pages = {
  "docs/PROTOCOL.md": protocolBlocks,
  "docs/CONFORMANCE.md": conformanceBlocks,
  "docs/ERRORS.md": errorBlocks,
};
for (const [page, blocks] of Object.entries(pages))
  writeFileSync(page, withBlocks(readFileSync(page, "utf8"), blocks()));

// Writes the tables of docs/PROTOCOL.md anew: `npm run documents`. A test says when that is due.
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const PAGE = "docs/PROTOCOL.md";
// The modules that know the lifetimes are those of a service, which has settings. Nothing here connects or seals.
process.env.ATRIUM_MODE = "local";
process.env.ATRIUM_MASTER_KEY = randomBytes(32).toString("base64");
process.env.DATABASE_URL = "postgres://nobody@localhost/none";
const { protocolBlocks, withBlocks } = await import("./protocol-blocks");
writeFileSync(PAGE, withBlocks(readFileSync(PAGE, "utf8"), protocolBlocks()));

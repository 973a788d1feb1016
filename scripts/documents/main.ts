// Writes the tables of docs/PROTOCOL.md anew: `npm run documents`. A test says when that is due.
import { readFileSync, writeFileSync } from "node:fs";
import { protocolBlocks, withBlocks } from "./protocol-blocks";

const PAGE = "docs/PROTOCOL.md";
writeFileSync(PAGE, withBlocks(readFileSync(PAGE, "utf8"), protocolBlocks()));

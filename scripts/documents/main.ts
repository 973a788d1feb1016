// Writes the tables of docs/PROTOCOL.md anew: `node --import tsx scripts/documents/main.ts`. A test says when that is due.
import { readFileSync, writeFileSync } from "node:fs";
import { protocolBlocks, withBlocks } from "./protocol-blocks";

const PAGE = "docs/PROTOCOL.md";
writeFileSync(PAGE, withBlocks(readFileSync(PAGE, "utf8"), protocolBlocks()));

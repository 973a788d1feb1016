// npm run generate: everything that is generated, the types of packages/client and the tables of documents too.
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generateClientTypes } from "../packages/generate-types.mjs";
import { generate } from "./generate.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

try {
  console.log((await generate()) ? "Prisma client generated" : "Prisma client is current");
  console.log(
    (await generateClientTypes(root)) ? "Client's types generated" : "Client's types are current",
  );
  execFileSync(process.execPath, ["--import", "tsx", "tools/documents/main.ts"], {
    cwd: root,
    stdio: "inherit",
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The channel to the process that started this one would keep it alive.
process.disconnect?.();

// Checks the rules of docs/ARCHITECTURE.md that a compiler does not: who may import what, where names
// of the wire and the environment may appear, and what files may be called.

import { fileFindings } from "./layers/file-rules";
import { describe } from "./layers/finding";
import { importGraph } from "./layers/import-graph";
import { importFindings } from "./layers/import-rules";
import { sourceFindings } from "./layers/source-rules";
import { filesUnder } from "./setup/content-hash.mjs";

const CODE = [
  "app",
  "host",
  "lib",
  "emails",
  "scripts",
  "prisma",
  "tests",
  "e2e",
  "bench",
  "examples",
];

const files = CODE.flatMap((folder) => filesUnder(process.cwd(), folder)).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes("node_modules"),
);
const findings = [
  ...files.flatMap(fileFindings),
  ...importFindings(importGraph(files.filter((file) => /^(app|lib|emails)\//.test(file)))),
  ...files.filter((file) => /^(app|lib)\//.test(file)).flatMap(sourceFindings),
];

for (const finding of findings) console.error(describe(finding));
console.log(
  findings.length > 0 ? `${findings.length} broken` : `${files.length} files keep the rules`,
);
process.exitCode = findings.length > 0 ? 1 : 0;

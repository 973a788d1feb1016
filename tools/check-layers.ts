// Checks the rules of docs/ARCHITECTURE.md that a compiler does not: allowed imports, places where SQL, names
// of the wire and the environment may appear, the writers of a table, and names of files. With --write it
// first writes the table of bands into that page.

import { writeBandTable } from "./layers/band-table";
import { budgetFindings, productionLines } from "./layers/budgets";
import { codeFiles } from "./layers/code-files";
import { describe } from "./layers/finding";
import { allFindings } from "./layers/rules";

if (process.argv.includes("--write")) writeBandTable();

const files = codeFiles(/\.tsx?$/);
const lines = productionLines();
const broken = [...allFindings(files), ...budgetFindings(lines)];

for (const finding of broken) console.error(describe(finding));
console.log(broken.length > 0 ? `${broken.length} broken` : `${files.length} files keep the rules`);
const counts = [...lines].map(([folder, count]) => `${folder} ${count}`);
console.log(`lines: ${counts.join(", ")}`);
process.exitCode = broken.length > 0 ? 1 : 0;

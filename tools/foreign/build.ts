// npm run build -- python go: packs the clients in other languages into generated/packages.
import { describeForeign } from "./generate";
import { packGo } from "./go";
import { packPython } from "./python";

const PACKS: Record<string, (root: string) => Promise<void>> = { python: packPython, go: packGo };

const named = process.argv.slice(2);
const unknown = named.find((name) => !(name in PACKS));
if (unknown) throw new Error(`There is no ${unknown}: ${Object.keys(PACKS).join(", ")}`);
await describeForeign(process.cwd());
for (const [name, pack] of Object.entries(PACKS))
  if (named.length === 0 || named.includes(name)) {
    await pack(process.cwd());
    console.log(`Packed: ${name}`);
  }

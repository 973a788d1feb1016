// npm test -- systems deploy [part …]: tries the contents of deploy/ with the real programs. They come from
// Debian's packages, from Go modules and by pip, not from npm.
import { documented } from "@/tests/support/documented";
import { type Check, runSystem, tryEach } from "../harness/system";
import { chart } from "./chart";
import { compose } from "./compose";
import { proxies } from "./proxies";
import { units } from "./units";

const parts: readonly Check[] = [
  ["compose", compose],
  ["chart", chart],
  ["units", units],
  ["proxies", proxies],
];

await runSystem(async () => {
  const names = parts.map(([name]) => name);
  // Commands of the page, and the parts that it names there.
  const typed = documented("docs/DEPLOYING.md", "npm test -- systems deploy");
  const partNames = typed.split(" deploy ").at(-1);
  if (partNames !== names.join(" "))
    throw new Error(`docs/DEPLOYING.md names other parts: ${partNames}`);
  const selected = process.argv.slice(2);
  const unknown = selected.filter((word) => !names.includes(word));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown}: ${names.join(", ")}`);
  await tryEach(parts.filter(([name]) => selected.length === 0 || selected.includes(name)));
});

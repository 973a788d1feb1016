import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NPM, runProgram } from "./run-program.mjs";

/** Makes the bill of materials of the packages in a build, in CycloneDX's form, as npm writes it. The same
 *  packages make the same bytes.
 *  @param {string} root the checkout
 *  @param {{ date: Date, folders: string[] }} build date of its sources, and the folders of its packages
 *  @throws Error with npm's own words */
export async function billOfMaterials(root, { date, folders }) {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const bill = JSON.parse(await runProgram("npm sbom", NPM, args, { cwd: root }));
  const held = new Set(folders.map((folder) => nameAndVersion(root, folder)));
  // The folder has no Node; the image brings the one that the lock file names.
  const listed = ({ name, version }) =>
    held.has(`${name}@${version}`) || /^node-\w+-\w+$/.test(name);
  const components = bill.components.filter(listed);
  const known = new Set([bill.metadata.component, ...components].map((one) => one["bom-ref"]));
  const dependencies = bill.dependencies
    .filter(({ ref }) => known.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => known.has(ref)) }));
  const digest = createHash("sha256").update(JSON.stringify(components)).digest("hex");
  return {
    ...bill,
    // Same number for the same list of components, rather than a new one each time (RFC 9562, version 8).
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    metadata: {
      ...bill.metadata,
      timestamp: date.toISOString(),
      component: { ...bill.metadata.component, name: "atrium" },
    },
    components,
    dependencies,
  };
}

/** @param {string} root @param {string} folder */
function nameAndVersion(root, folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return `${name}@${version}`;
}

/** @param {string} digest hexadecimal, 32 digits or more */
function uuidOf(digest) {
  const [a, b, c, d, e] = [0, 8, 13, 17, 20].map((at, index) =>
    digest.slice(at, at + ([8, 4, 3, 3, 12][index] ?? 0)),
  );
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

// The first import of every command: an old Node must get as far as the check. So this file imports nothing,
// and has no syntax that Node 12 does not know.

/** Ends the process where Node is too old, with the needed version and its source.
 *  @param {number} major the oldest that will do */
export function expectNode(major) {
  if (Number(process.versions.node.split(".")[0]) >= major) return;
  console.error(
    `Atrium needs Node.js ${major} or newer, and this is Node.js ${process.versions.node} (${process.execPath}). ` +
      "Get it from https://nodejs.org/en/download or from your system's packages, and start again.",
  );
  process.exit(1);
}

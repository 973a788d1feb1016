import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Hash over the contents and names of files, so that "has anything changed since?" does not depend on
 *  timestamps, which a fresh clone or a container layer resets. Directories are walked; paths that do not
 *  exist count as absent, not as an error.
 *  @param {string} root
 *  @param {string[]} paths relative to root
 *  @param {(path: string) => boolean} [wanted] which files count */
export function contentHash(root, paths, wanted = () => true) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesUnder(root, path)) {
      if (!wanted(file)) continue;
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

/** @param {string} root
 *  @param {string} path
 *  @returns {string[]} files, relative to root, in a fixed order */
export function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}

/** Makes an output, unless its stamp has this hash.
 *  @param {string} stamp file
 *  @param {string} hash of the inputs
 *  @param {() => unknown} make throws when it fails; then the next call makes it again
 *  @returns {Promise<boolean>} whether it had to */
export async function makeUnlessCurrent(stamp, hash, make) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8").trim() === hash) return false;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${hash}\n`);
  return true;
}

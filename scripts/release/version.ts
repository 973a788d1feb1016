/** How a release follows the one before it (Semantic Versioning 2.0.0). */
export type ReleaseKind = "major" | "minor" | "patch";

/** The version of a release of this kind after another.
 *  @param last such as 1.4.2 */
export function versionAfter(last: string, kind: ReleaseKind): string {
  const [major = 0, minor = 0, patch = 0] = last.split(".").map(Number);
  if (kind === "major") return `${major + 1}.0.0`;
  return kind === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** What the code after a release calls itself until the next one is made. */
export function versionInDevelopment(last: string): string {
  return `${versionAfter(last, "minor")}-dev`;
}

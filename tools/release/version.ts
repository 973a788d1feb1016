/** Part of the version that a release raises (Semantic Versioning 2.0.0). */
export type ReleaseKind = "major" | "minor" | "patch";

/** Returns the version of the next release of this kind.
 *  @param last such as 1.4.2 */
export function versionAfter(last: string, kind: ReleaseKind): string {
  const [major = 0, minor = 0, patch = 0] = last.split(".").map(Number);
  if (kind === "major") return `${major + 1}.0.0`;
  return kind === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Version of the code between a release and the next one. */
export function versionInDevelopment(last: string): string {
  return `${versionAfter(last, "minor")}-dev`;
}

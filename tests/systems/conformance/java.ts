import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "@/tools/foreign/run";
import { contentHash, makeUnlessCurrent } from "@/tools/setup/content-hash.mjs";

/** Returns Java 21 or newer, by JAVA_HOME or in the PATH. */
export const java = (): string =>
  process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";

/** Returns the path of the suite's program after its build.
 *  @param folder the suite's checkout */
export const suiteJar = (folder: string) => join(folder, "target/fapi-test-suite.jar");

/** @throws Error that explains how to build the suite, if it is not built */
export function requireSuite(folder: string): void {
  if (existsSync(suiteJar(folder))) return;
  throw new Error(
    `${suiteJar(folder)} is not there. Build the suite in its folder: mvn -B package -Dmaven.test.skip -Dpmd.skip -Dcpd.skip -Dcheckstyle.skip`,
  );
}

/** Builds the stand-in for MongoDB, once for each content of its sources.
 *  @returns its class path */
export async function builtStandIn(root: string): Promise<string> {
  const target = join(root, ".atrium/conformance/mongo");
  const libraries = join(target, "lib");
  const hash = contentHash(root, ["conformance/mongo"]);
  await makeUnlessCurrent(join(target, "SOURCES"), hash, () => {
    const project = ["-f", join(root, "conformance/mongo/pom.xml"), `-DbuildFolder=${target}`];
    const goals = ["compile", "dependency:copy-dependencies", `-DoutputDirectory=${libraries}`];
    return run("mvn", ["-B", "-q", ...project, ...goals], { timeout: 600_000 });
  });
  return `${join(target, "classes")}:${libraries}/*`;
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "@/scripts/foreign/run";
import { contentHash, stampMatches, writeStamp } from "@/scripts/setup/content-hash.mjs";

/** Java 21 or newer, by JAVA_HOME or as it is found. */
export const java = (): string =>
  process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";

/** Where the suite's program is.
 *  @param folder the suite's checkout, built
 *  @throws Error that says how to build it */
export function suiteJar(folder: string): string {
  const jar = join(folder, "target/fapi-test-suite.jar");
  if (existsSync(jar)) return jar;
  throw new Error(
    `${jar} is not there. Build the suite in its folder: mvn -B package -Dmaven.test.skip -Dpmd.skip -Dcpd.skip -Dcheckstyle.skip`,
  );
}

/** Builds the stand-in for MongoDB, once for each content of its sources.
 *  @returns its class path */
export async function builtStandIn(root: string): Promise<string> {
  const target = join(root, ".atrium/conformance/mongo");
  const [classes, libraries, stamp] = ["classes", "lib", "SOURCES"].map((name) =>
    join(target, name),
  ) as [string, string, string];
  const hash = contentHash(root, ["conformance/mongo"]);
  if (!stampMatches(stamp, hash)) {
    const project = ["-f", join(root, "conformance/mongo/pom.xml"), `-DbuildFolder=${target}`];
    const goals = ["compile", "dependency:copy-dependencies", `-DoutputDirectory=${libraries}`];
    await run("mvn", ["-B", "-q", ...project, ...goals], { timeout: 600_000 });
    writeStamp(stamp, hash);
  }
  return `${classes}:${libraries}/*`;
}

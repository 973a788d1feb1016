import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "@/lib/config/config";
import { registerGauge } from "@/lib/process/metrics";

/** Says in the metrics which build this process is: the version of package.json, the revision of the sources as
 *  ATRIUM_REVISION names it, and Node's version. */
export function registerBuildInformation(): void {
  const labels = {
    version: packageVersion(),
    revision: config().revision ?? "unknown",
    node: process.version,
  };
  registerGauge(
    "build_info",
    "The build that runs; always 1",
    () => [{ labels, value: 1 }],
    "first",
  );
}

function packageVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8"));
    return typeof version === "string" ? version : "unknown";
  } catch {
    // A process may run from anywhere.
    return "unknown";
  }
}

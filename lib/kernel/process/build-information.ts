import { config } from "@/lib/kernel/config/config";
import { registerGauge } from "@/lib/kernel/process/metrics";
import { VERSION } from "@/lib/kernel/process/version";

/** Registers a metric with this process's build: the version of package.json, the revision of the sources
 *  from ATRIUM_REVISION, and Node's version. */
export function registerBuildInformation(): void {
  const labels = {
    version: VERSION,
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

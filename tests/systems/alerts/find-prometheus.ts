import { readdirSync } from "node:fs";
import { join } from "node:path";
import { downloadDebianPackage } from "@/tools/test/debian-package";
import { output, Skipped } from "../harness/system";
import { hasProgram, makeOnce } from "../harness/tools";

/** Prometheus' two programs. */
export interface Prometheus {
  prometheus: string;
  promtool: string;
}

/** Returns Prometheus of the PATH, or of Debian's package, which is unpacked and not installed: no service is
 *  started.
 *  @throws Skipped when there is none */
export function findPrometheus(): Prometheus {
  const own = { prometheus: "prometheus", promtool: "promtool" };
  if (Object.values(own).every((program) => hasProgram(program, "--version"))) return own;
  const folder = makeOnce("prometheus", (making) => {
    if (!downloadDebianPackage("prometheus", making))
      throw new Skipped("prometheus is missing: apt-get install prometheus");
    const file = readdirSync(making).find((name) => name.endsWith(".deb")) ?? "";
    output("dpkg-deb", ["-x", join(making, file), making]);
  });
  return {
    prometheus: join(folder, "usr/bin/prometheus"),
    promtool: join(folder, "usr/bin/promtool"),
  };
}

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aFolder } from "../harness/ends";
import { expectThat, holds, output } from "../harness/system";
import { debianProgram } from "../harness/tools";
import { runBySystemd } from "./by-systemd";

const UNITS = "deploy/systemd";
/** The highest allowed exposure by systemd, of ten. */
const EXPOSURE = 2;

/** Checks the systemd units: whether systemd accepts them, its exposure score, and whether they are installed
 *  as the page describes. */
export async function units(): Promise<void> {
  const analyze = debianProgram("systemd-analyze", "systemd");
  const folder = aFolder("units");
  for (const name of readdirSync(UNITS).filter((one) => one.endsWith(".service"))) {
    const unit = join(folder, name);
    const text = readFileSync(join(UNITS, name), "utf8");
    // systemd looks for the program, which is elsewhere on this machine.
    writeFileSync(unit, text.replace("/usr/bin/node ", `${process.execPath} `));
    const stdout = output(analyze, ["verify", "--man=no", unit]);
    expectThat(stdout.trim() === "", `systemd-analyze verify finds nothing in ${name}:\n${stdout}`);
    const limit = `--threshold=${EXPOSURE * 10}`;
    const exposure = output(analyze, ["security", "--offline=yes", limit, "--no-pager", unit]);
    holds(`${name}: systemd takes it; ${exposure.trim().split("\n").at(-1)?.slice(2)}`);
  }
  await runBySystemd();
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectThat, holds, output, type Part } from "../harness/part";
import { debianProgram } from "../harness/tools";
import { runBySystemd } from "./by-systemd";

const UNITS = "deploy/systemd";
/** The highest exposure that systemd may see, of ten. */
const EXPOSURE = 2;

/** The systemd units: whether systemd takes them, how much it sees left open, and whether they are installed as the page says. */
export const units: Part = {
  name: "units",
  run: async () => {
    const analyze = debianProgram("systemd-analyze", "systemd");
    const folder = mkdtempSync(join(tmpdir(), "atrium-units-"));
    try {
      for (const name of readdirSync(UNITS).filter((one) => one.endsWith(".service"))) {
        const unit = join(folder, name);
        const text = readFileSync(join(UNITS, name), "utf8");
        // The program is looked for, which is elsewhere on this machine.
        writeFileSync(unit, text.replace("/usr/bin/node ", `${process.execPath} `));
        const said = output(analyze, ["verify", "--man=no", unit]);
        expectThat(said.trim() === "", `systemd-analyze verify finds nothing in ${name}:\n${said}`);
        const limit = `--threshold=${EXPOSURE * 10}`;
        const exposure = output(analyze, ["security", "--offline=yes", limit, "--no-pager", unit]);
        holds(`${name}: systemd takes it; ${exposure.trim().split("\n").at(-1)?.slice(2)}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await runBySystemd();
  },
};

import type { WriteStream } from "node:tty";

const WIDTH = 30;

/** Shows a bar on a terminal; writes nothing anywhere else, so that a log has no thousand lines of it. */
export function progressBar(terminal: Pick<WriteStream, "write" | "isTTY">) {
  let shown = "";
  return {
    /** @param share from 0 to 1 */
    show(what: string, share: number): void {
      const whole = Math.min(1, Math.max(0, share));
      const full = Math.round(whole * WIDTH);
      const line = `${what.padEnd(9)} ${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${Math.floor(whole * 100)} %`;
      if (!terminal.isTTY || line === shown) return;
      shown = line;
      terminal.write(`\r${line}`);
    },
    end(): void {
      if (shown) terminal.write("\n");
      shown = "";
    },
  };
}

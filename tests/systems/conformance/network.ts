import { readFileSync, writeFileSync } from "node:fs";
import { NAMES } from "./addresses";

/** An address that counts as public, so that the service's guard of addresses stays as it is in production.
 *  No request leaves the network of the run: no device of the network leads out of it. */
const PUBLIC_ADDRESS = "11.0.0.10";

/** Returns a command that runs another in a network, a hosts file and a process tree of its own. When the
 *  command ends, or is killed, Linux ends all of its descendants.
 *  @param file where the hosts file may be written
 *  @throws Error without Linux, or without the right to do this */
export function inOwnNetwork(file: string, command: readonly string[]): string[] {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new Error("The suite runs in a network of its own, which root on Linux can make");
  writeFileSync(
    file,
    `${readFileSync("/etc/hosts", "utf8")}\n${PUBLIC_ADDRESS} ${NAMES.join(" ")}\n`,
  );
  const enter = [
    "ip link set lo up",
    // Not on the loopback: a browser without any other device takes itself to be offline, and our pages check
    // that.
    "ip link add public type veth peer name nowhere",
    `ip addr add ${PUBLIC_ADDRESS}/24 dev public`,
    "ip link set public up && ip link set nowhere up",
    'mount --bind "$0" /etc/hosts',
    // Not exec: the shell is the first process of the tree, and adopts orphans.
    '"$@"; exit $?',
  ].join(" && ");
  const own = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  return ["unshare", ...own, "sh", "-c", enter, file, ...command];
}

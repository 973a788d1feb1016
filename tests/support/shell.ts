import { dirname } from "node:path";

/** Where a shell finds programs: the Node that runs this first. */
export const ownPath = `${dirname(process.execPath)}:${process.env.PATH}`;

/** What `bash` is given to run a command without anybody's settings. The first part that fails ends it. */
export const inShell = (command: string): string[] => ["--norc", "--noprofile", "-euc", command];

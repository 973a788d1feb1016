import { dirname } from "node:path";

/** Search path of a shell: this run's Node comes first. */
export const ownPath = `${dirname(process.execPath)}:${process.env.PATH}`;

/** Arguments of `bash` to run a command without a user's settings. The first part that fails ends it. */
export const inShell = (command: string): string[] => ["--norc", "--noprofile", "-euc", command];

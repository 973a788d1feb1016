import { spawnSync } from "node:child_process";
import type { Finding } from "./finding";

const LONGEST = 72;
/** Commits that are looked at: those before are history. */
const LAST = 50;

/** Finds subjects of the last commits that are too long. A folder without a history has none. */
export function commitFindings(): Finding[] {
  return subjects()
    .filter(({ subject }) => subject.length > LONGEST)
    .map(({ commit, subject }) => ({
      file: `commit ${commit}`,
      problem: `has a subject of ${subject.length} characters: ${subject}`,
      instead: `say it in ${LONGEST} (git commit --amend)`,
    }));
}

function subjects(): { commit: string; subject: string }[] {
  const args = ["log", "--no-merges", `--max-count=${LAST}`, "--format=%h%x09%s"];
  const { stdout } = spawnSync("git", args, { encoding: "utf8" });
  return [...(stdout ?? "").matchAll(/^(\w+)\t(.*)$/gm)].map(([, commit = "", subject = ""]) => ({
    commit,
    subject,
  }));
}

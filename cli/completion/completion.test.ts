import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { atriumProgram } from "../commands/program";
import { bashCompletion } from "./bash-completion";
import { completedCommands } from "./command-tree";
import { zshCompletion } from "./zsh-completion";

const commands = completedCommands(await atriumProgram(new Map()));

/** Returns bash's suggestions for a line whose last word is being typed. */
function inBash(line: string): string[] {
  const words = line.split(" ");
  const script = `${bashCompletion("atrium", commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_atrium; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  return output.split("\n").filter(Boolean);
}

describe("the tree", () => {
  test("has every command that help shows, and nothing that it hides", () => {
    const paths = commands.map(({ path }) => path);
    for (const path of ["", "tenant create", "user factors reset", "operator token list", "doctor"])
      expect(paths).toContain(path);
    expect(paths).not.toContain("help");
    const check = commands.find(({ path }) => path === "config check");
    expect(check?.options.flatMap(({ flags }) => flags)).toEqual([
      ...["-h", "--help", "-v", "--version", "--json"],
    ]);
  });
});

describe("bash", () => {
  test("completes nouns, verbs, options and the values of options", () => {
    expect(inBash("atrium te")).toEqual(["tenant"]);
    expect(
      inBash("atrium tenant ")
        .filter((word) => !word.startsWith("-"))
        .sort(),
    ).toEqual([
      ...["apply", "create", "diff", "disable", "enable", "export", "help", "hold", "list", "plan"],
      ...["release", "retention", "schema"],
    ]);
    expect(inBash("atrium user factors re")).toEqual(["reset"]);
    expect(inBash("atrium audit export --pla")).toEqual(["--platform"]);
    expect(inBash("atrium audit export --format ")).toEqual(["jsonl", "csv"]);
    expect(inBash("atrium audit export --format = c")).toEqual(["csv"]);
    expect(inBash("atrium completion z")).toEqual(["zsh"]);
  });

  test("takes the value of an option for no command, and options before the noun for nothing else", () => {
    expect(inBash("atrium audit export --tenant user --fo")).toEqual(["--format"]);
    expect(inBash("atrium --json tenant cr")).toEqual(["create"]);
    expect(inBash("atrium tenant create --owner ")).toEqual([]);
  });

  test("offers files where an option takes one", () => {
    const folder = mkdtempSync(join(tmpdir(), "atrium-completion-"));
    writeFileSync(join(folder, "events.csv"), "");
    expect(inBash(`atrium audit export --output ${folder}/ev`)).toEqual([`${folder}/events.csv`]);
    rmSync(folder, { recursive: true });
  });

  test("parses the script without an error, and names the completed program", () => {
    const script = `set -u; ${bashCompletion("atrium", commands)}; complete -p atrium`;
    const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("complete -F _atrium atrium");
  });
});

const hasZsh = spawnSync("zsh", ["--version"]).status === 0;

// zsh is a package of its own, which not every machine has.
describe.skipIf(!hasZsh)("zsh", () => {
  /** Returns zsh's suggestions for a line: functions that print replace those of its completion system. */
  function inZsh(line: string): string[] {
    const words = line.split(" ");
    const script = `
compdef() { : }
compadd() { shift; print -l -- "$@" }
_files() { print -l -- files }
_describe() { local name=\${@[-1]}; print -l -- \${(P)name} }
eval ${quote(zshCompletion("atrium", commands))}
words=(${words.map(quote).join(" ")}); CURRENT=${words.length}; _atrium`;
    const output = execFileSync("zsh", ["-f", "-c", script], { encoding: "utf8" });
    return output.split("\n").filter(Boolean);
  }
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

  test("offers nouns and verbs with their descriptions, options and their values", () => {
    expect(inZsh("atrium ")).toContain("tenant:The customers of the platform");
    expect(inZsh("atrium user factors ")).toContainEqual(expect.stringMatching(/^reset:/));
    expect(inZsh("atrium audit export -")).toContainEqual(expect.stringMatching(/^--platform:/));
    expect(inZsh("atrium audit export --format ")).toEqual(["jsonl", "csv"]);
    expect(inZsh("atrium audit export --output ")).toEqual(["files"]);
    expect(inZsh("atrium completion ")).toContain("zsh:zsh");
    expect(inZsh("atrium tenant create --owner ")).toEqual([]);
  });
});

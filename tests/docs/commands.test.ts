import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { atriumProgram } from "@/cli/commands/program";
import { completedCommands } from "@/cli/completion/command-tree";
import { codeBlocks } from "@/tests/support/code-blocks";
import { documentedPages } from "@/tests/support/documented";
import { indentedBlocks } from "@/tests/support/indented-blocks";

// Everything that a page's command names exists: scripts, commands, options and files; and a shell can parse
// each block. Each block also runs (every-block.test.ts), but a span within a sentence does not.

const pages = documentedPages;
const indented = pages.flatMap(indentedBlocks);

interface Command {
  at: string;
  words: string[];
}

/** Returns the commands of a text: of its lines, and of commands joined on one line. */
function commandsOf(at: string, code: string): Command[] {
  const lines = code.replaceAll(/\\\n\s*/g, " ").split("\n");
  return lines
    .map((line) => line.replace(/(^|\s)#.*$/, ""))
    .flatMap((line) => line.split(/\|\||&&|[|;&()`]/))
    .map((one) => ({ at, words: one.trim().split(/\s+/).filter(Boolean) }))
    .filter(({ words }) => words.length > 0);
}

const fenced = codeBlocks().filter(({ language }) => language === "sh");
const spans = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(/`((?:npm run|npx) atrium [^`]+)`/g)].map(
    ([, code = ""]) => ({ page, line: 0, code: code.replaceAll("\n", " ") }),
  ),
);
const commands = [...indented, ...fenced, ...spans].flatMap(({ page, line, code }) =>
  commandsOf(`${page}:${line}`, code),
);

/** Returns the words that a command passes to a program; null if it doesn't call that program. */
const after = (words: string[], ...program: string[]): string[] | null =>
  program.every((word, at) => words[at] === word) ? words.slice(program.length) : null;

/** Returns the words after `npm run`, without npm's own options. */
function npmRun({ words }: Command): string[] | null {
  const bare = words.filter((word) => word !== "-s" && word !== "--silent");
  return after(withoutVariables(bare), "npm", "run");
}

const withoutVariables = (words: string[]) =>
  words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)));

function atriumArguments(command: Command): string[] | null {
  const run = npmRun(command);
  if (run) return run[0] === "atrium" && run[1] === "--" ? run.slice(2) : null;
  const words = withoutVariables(command.words);
  return after(words, "npx", "atrium") ?? after(words, "atrium");
}

test("an indented block is what a shell can read", () => {
  const unread = indented.flatMap(({ page, line, code }) => {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: code, encoding: "utf8" });
    return status === 0 ? [] : [`${page}:${line}: ${stderr}`];
  });
  expect(unread).toEqual([]);
  expect(indented.length).toBeGreaterThan(30);
});

test("each script of npm that a page names is there", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/npm run (?:-s )?(\w[\w:-]*)(?![\w…])/g)].map(
      ([, script = ""]) => ({ page, script }),
    ),
  );
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

/** Commands of `npx atrium` that parse their own arguments: `dev`, and those of @atrium/client. */
const ELSEWHERE = ["dev", "login", "logout", "token", "call"];

test("each command and option of `atrium` that a page names is there", async () => {
  const tree = completedCommands(await atriumProgram(new Map()));
  const known = new Map(tree.map((one) => [one.path, one.options.flatMap(({ flags }) => flags)]));
  const called = commands.flatMap((command) => {
    const words = atriumArguments(command)?.filter((word) => !/^\d?[<>]/.test(word));
    return words ? [{ at: command.at, words }] : [];
  });
  expect(called.length).toBeGreaterThan(30);
  const unknown = called.flatMap(({ at, words }) => {
    const [noun = "", verb = ""] = words;
    if (!/^[a-z]/.test(noun) || ELSEWHERE.includes(noun)) return [];
    const path = [words.slice(0, 3).join(" "), `${noun} ${verb}`, noun].find((one) =>
      known.has(one),
    );
    const options = words.flatMap((word) => /^(--?[a-z][\w-]*)/.exec(word)?.[1] ?? []);
    const wrong = options.filter((option) => !known.get(path ?? "")?.includes(option));
    const isVerb = path !== noun || !tree.some((one) => one.path.startsWith(`${noun} `));
    return path === undefined || !isVerb || wrong.length > 0
      ? [`${at}: ${words.join(" ")} (${wrong.join(" ")})`]
      : [];
  });
  expect(unknown).toEqual([]);
});

test("each file of the checkout that a command names is there", () => {
  const files = commands.flatMap(({ at, words }) =>
    words
      .filter((word) => /^(deploy|cli|tools|examples|docs|bench)\/[\w./-]+$/.test(word))
      .map((file) => ({ at, file })),
  );
  // Files that a command of the page itself makes do not exist yet.
  const made = /^deploy\/(\.env|secrets)/;
  expect(files.filter(({ file }) => !existsSync(file) && !made.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
});

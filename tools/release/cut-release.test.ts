import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { releases } from "@/lib/kernel/db/schema/releases";
import { VERSION } from "@/lib/kernel/process/version";
import { formProblems, sectionsOf } from "./changelog";
import { cutRelease, versionAfter, versionInDevelopment } from "./cut-release";

const changelog = `# Changelog

## Unreleased

### Added

- A thing.

## 1.4.2 - 2026-01-02

- The first.
`;
const before = {
  releases: [
    {
      version: "1.4.2",
      date: "2026-01-02",
      schema: "2_b",
      migrations: "b",
      changelog: "l",
      commit: "c",
    },
  ],
  changelog,
  migrations: ["1_a", "2_b", "3_c"],
  digest: "e",
  commit: "d",
  date: "2026-12-24",
};

test.each([
  ["major", "2.0.0"],
  ["minor", "1.5.0"],
  ["patch", "1.4.3"],
] as const)("a %s release after 1.4.2 is %s", (kind, version) => {
  expect(versionAfter("1.4.2", kind)).toBe(version);
});

test("a release has the schema's level, and dates the unreleased section above earlier releases", () => {
  const cut = cutRelease("minor", before);
  const sections = sectionsOf(cut.changelog);
  const noted = { schema: "3_c", migrations: "e", changelog: sections[1]?.digest, commit: "d" };
  expect(cut.release).toEqual({ version: "1.5.0", date: "2026-12-24", ...noted });
  expect(sections.map(({ title, changes }) => [title, changes])).toEqual([
    ["Unreleased", []],
    ["1.5.0 - 2026-12-24", ["A thing."]],
    ["1.4.2 - 2026-01-02", ["The first."]],
  ]);
});

test("a patch that would change the schema is refused, and one that does not is made", () => {
  expect(() => cutRelease("patch", before)).toThrow("3_c came after 1.4.2");
  const same = { ...before, migrations: ["1_a", "2_b"] };
  expect(cutRelease("patch", same).release).toMatchObject({ version: "1.4.3", schema: "2_b" });
});

test.each([
  ["no change", changelog.replace("- A thing.\n", ""), "lists no change"],
  ["a part of another name", changelog.replace("### Added", "### New"), "none of Added"],
  [
    "parts in another order",
    changelog.replace("- A", "- B\n\n### Fixed\n\n### Added\n\n- A"),
    "order",
  ],
  [
    "what to do before an upgrade below other changes",
    changelog.replace("- A", "- B\n- **Before you upgrade**: look.\n- A"),
    "begins with **Before you upgrade**",
  ],
  ["no list", changelog.replace("## Unreleased", "## Next"), "must begin with"],
])("a changelog with %s makes no release", (_, text, words) => {
  expect(() => cutRelease("minor", { ...before, changelog: text })).toThrow(words);
});

const sections = sectionsOf(readFileSync("docs/CHANGELOG.md", "utf8"));

test("the changelog has every release with its day, and the unreleased section above them", () => {
  const dated = releases.map(({ version, date }) => `${version} - ${date}`);
  expect(sections.map(({ title }) => title)).toEqual(["Unreleased", ...dated.reverse()]);
});

test("the unreleased section, and every release after the first, follow the form of the changelog", () => {
  const formed = sections.slice(0, -1).filter(({ changes }) => changes.length > 0);
  expect(formed.flatMap(formProblems)).toEqual([]);
});

test("the section of a release lists the changes of that release, and none that came later", () => {
  expect(sections.slice(1).map(({ digest }) => digest)).toEqual(
    releases.map((release) => release.changelog).reverse(),
  );
});

test("a change added to a released section is noticed, and one that is unreleased is not", () => {
  const digests = (text: string) => sectionsOf(text).map(({ digest }) => digest);
  const [, released] = digests(changelog);
  expect(digests(changelog.replace("- A thing.", "- Another."))[1]).toBe(released);
  expect(digests(`${changelog}- Another.\n`)[1]).not.toBe(released);
});

test("this code's version is its release, or the next one in development", () => {
  const last = releases.at(-1)?.version ?? "";
  expect([last, versionInDevelopment(last)]).toContain(VERSION);
});

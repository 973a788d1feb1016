import { createHash } from "node:crypto";

/** The kinds of change, in their order (Keep a Changelog 1.1.0). */
const CHANGE_KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

const UNRELEASED = "## Unreleased";

/** First words of a change that needs an action before an upgrade. */
const BEFORE = "**Before you upgrade**";

/** A section of the changelog: the changes of one release, or the unreleased ones. */
export interface Section {
  /** `Unreleased`, or a version with its day: `0.2.0 - 2026-12-24`. */
  title: string;
  /** The titles within it, in their order. */
  kinds: string[];
  /** First words of each change, in their order. */
  changes: string[];
  /** Whether changes that need an action before an upgrade come first in each part. */
  asksFirst: boolean;
  /** Hash of the whole text, which never changes after the release. */
  digest: string;
}

/** Returns the sections of a changelog, the newest first. */
export function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const parts = text.split(/^### /m).map(changesIn);
      return {
        title: text.split("\n", 1)[0]?.trim() ?? "",
        kinds: [...text.matchAll(/^### (.+)$/gm)].map(([, kind = ""]) => kind.trim()),
        changes: parts.flat(),
        asksFirst: parts.every(asksFirst),
        digest: createHash("sha256").update(bodyOf(text)).digest("hex"),
      };
    });
}

const changesIn = (part: string) => [...part.matchAll(/^- (.*)$/gm)].map(([, words = ""]) => words);

/** Body of a section, without blank lines around it. */
const bodyOf = (section: string) => section.slice(section.indexOf("\n") + 1).trim();

function asksFirst(changes: readonly string[]): boolean {
  const asks = changes.map((change) => change.startsWith(BEFORE));
  return asks.lastIndexOf(true) < asks.filter(Boolean).length;
}

/** Mistakes in the form of a section; empty when there are none. */
export function formProblems({ title, kinds, changes, asksFirst }: Section): string[] {
  const places = kinds.map((kind) => CHANGE_KINDS.indexOf(kind));
  const inOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  const unknown = kinds.filter((_, at) => (places[at] ?? 0) < 0);
  return [
    ...(changes.length > 0 ? [] : [`"${title}" lists no change`]),
    ...unknown.map(
      (kind) => `"${title}" has "${kind}", which is none of ${CHANGE_KINDS.join(", ")}`,
    ),
    ...(unknown.length > 0 || inOrder
      ? []
      : [`"${title}" has its parts in another order than ${CHANGE_KINDS.join(", ")}, each once`]),
    ...(asksFirst ? [] : [`"${title}" has a change above one that begins with ${BEFORE}`]),
  ];
}

/** Dates the unreleased section as a release, and begins a new list above it.
 *  @param date a day, such as 2026-12-24
 *  @returns the changelog, and the digest of the release's section
 *  @throws Error with every mistake in the form of the section */
export function releasedChangelog(
  changelog: string,
  version: string,
  date: string,
): { text: string; digest: string } {
  const [first] = sectionsOf(changelog);
  if (first?.title !== "Unreleased")
    throw new Error(`The changelog must begin with "${UNRELEASED}".`);
  const problems = formProblems(first);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return {
    text: changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} - ${date}`),
    digest: first.digest,
  };
}

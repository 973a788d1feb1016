import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const pages = [
  ...["README.md", "CONTRIBUTING.md", "RECIPES.md", "SECURITY.md", "STYLE.md"],
  ...globSync("docs/**/*.md").sort(),
  ...globSync(["packages/*/README.md", "examples/*/README.md", "deploy/**/README.md"]).sort(),
];
const textOf = (page: string) => readFileSync(page, "utf8");

/** Returns GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
  return words.replaceAll(" ", "-");
}

function anchorsIn(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

/** Returns the broken links of a page. */
function brokenLinks(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    // Links of the running service are tested elsewhere (app/docs/docs.test.ts).
    if (/^(https?:|mailto:|\/|\{\{)/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? page : join(dirname(page), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsIn(file).includes(anchor);
  });
}

/** Returns the files of ours that a page names and that do not exist. A name may leave out its extension. */
function missingFiles(page: string): string[] {
  const ours =
    /`((?:app|lib|host|cli|tools|prisma|tests|e2e|bench|emails|examples|i18n|packages)\/[^`]*)`/g;
  const isExample = ["CONTRIBUTING.md", "RECIPES.md"].includes(page);
  // What was released names files as they were.
  const [text = ""] = page === "docs/CHANGELOG.md" ? textOf(page).split(/^## \d/m) : [textOf(page)];
  return [...text.matchAll(ours)]
    .map(([, path = ""]) => path)
    .filter((path) => !/[\s<…*]|…/.test(path) && !isExample)
    .filter((path) => !["", ".ts", ".tsx"].some((ending) => existsSync(path + ending)));
}

describe.each(pages)("%s", (page) => {
  it("has links that lead somewhere", () => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it("names files that are there", () => {
    expect(missingFiles(page)).toEqual([]);
  });
});

describe("a decision", () => {
  const decisions = pages.filter((page) => page.startsWith("docs/decisions/"));

  it.each(decisions)("says when it was made and whether it holds: %s", (page) => {
    expect(textOf(page)).toMatch(/^# \d{3}: .+\n\n\*\d{4}-\d{2}-\d{2} · Status: /);
  });
});

describe("pictures", () => {
  const pictures = execFileSync(
    "git",
    ["ls-files", "*.png", "*.jpg", "*.jpeg", "*.gif", "*.webp"],
    {
      encoding: "utf8",
    },
  )
    .split("\n")
    .filter(Boolean);

  it("are few, and small", () => {
    expect(pictures.length).toBeLessThanOrEqual(15);
    const bytes = pictures.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(2_000_000);
  });

  it("are each shown in a page", () => {
    const shown = pages.flatMap((page) =>
      [...textOf(page).matchAll(/!\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, file = ""]) =>
        join(dirname(page), file),
      ),
    );
    expect(pictures.filter((file) => !shown.includes(file))).toEqual([]);
  });
});

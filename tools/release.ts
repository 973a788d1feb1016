// npm run release -- major|minor|patch: makes the contents of a release's commit. It dates the changelog,
// sets the version and records the schema's level (prisma/releases.json). npm run release -- next: makes the
// contents of the commit after it. It publishes and commits nothing.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { migrationNames, migrationsDigest } from "../lib/kernel/db/schema/migration-files";
import { releases } from "../lib/kernel/db/schema/releases";
import { cutRelease, type ReleaseKind, versionInDevelopment } from "./release/cut-release";

const CHANGELOG = "docs/CHANGELOG.md";

/** Runs git; returns its output. */
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

function setVersion(version: string): void {
  for (const file of ["package.json", "package-lock.json"]) {
    const content = JSON.parse(readFileSync(file, "utf8"));
    content.version = version;
    if (content.packages?.[""]) content.packages[""].version = version;
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
}

function release(kind: ReleaseKind): void {
  if (git("status", "--porcelain")) throw new Error("Commit what you changed first.");
  const migrations = migrationNames();
  const { release: made, changelog } = cutRelease(kind, {
    releases,
    changelog: readFileSync(CHANGELOG, "utf8"),
    migrations,
    digest: migrationsDigest(migrations.at(-1) ?? ""),
    commit: git("rev-parse", "HEAD"),
    date: new Date().toISOString().slice(0, 10),
  });
  writeFileSync(CHANGELOG, changelog);
  writeFileSync("prisma/releases.json", `${JSON.stringify([...releases, made], null, 2)}\n`);
  setVersion(made.version);
  const { version } = made;
  console.log(`${version} is ready. Look at it, then:

  npm test && git commit --all --message "Release ${version}" && git tag v${version}
  npm run release -- next && git commit --all --message "Begin what follows ${version}"`);
}

try {
  const [kind] = process.argv.slice(2);
  if (kind === "major" || kind === "minor" || kind === "patch") release(kind);
  else if (kind === "next") setVersion(versionInDevelopment(releases.at(-1)?.version ?? "0.0.0"));
  else throw new Error("Say which: npm run release -- major|minor|patch|next");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

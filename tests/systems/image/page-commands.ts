import { readFileSync } from "node:fs";
import { documented } from "@/tests/support/documented";

/** The two commands of docs/OPERATIONS.md: one builds the image, of this version, and one runs it. */
export function pageCommands(): { build: string; run: string } {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const [build = "", run = ""] = documented("docs/OPERATIONS.md", "docker build", {
    "VERSION=0.1.0": `VERSION=${version}`,
  }).split("\n");
  return { build, run };
}

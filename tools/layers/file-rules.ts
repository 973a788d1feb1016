import type { Finding } from "./finding";

const VAGUE = new Set(["utils", "util", "helpers", "helper", "common", "misc"]);

/** Finds broken rules that a path alone shows. */
export function fileFindings(file: string): Finding[] {
  const findings: Finding[] = [];
  if (/(^|\/)index\.tsx?$/.test(file)) {
    const instead = "import from the file that has what you need";
    findings.push({ file, problem: "is a barrel or hides its name", instead });
  }
  for (const part of file.split("/")) {
    if (!VAGUE.has(part.replace(/\..*$/, ""))) continue;
    findings.push({ file, problem: `is called ${part}`, instead: "call it by what it does" });
  }
  return findings;
}

import type { ChangedPart, Finding, HashFinding } from "@/lib/features/audit-log/verify/finding";
import type { Unproved } from "@/lib/features/audit-log/verify/verified";

/** Sentence for each thing that nothing proves. */
export const unprovedInWords: Readonly<Record<Unproved, string>> = {
  left: "That retention took the events that left is the export's word alone: say since when they had to be there, by --kept-since",
  erased: "What stands in the erased parts of events is the export's word alone",
  cosigned:
    "The export has checkpoints of witnesses whose keys were not given: give them by --witness",
};

/** A finding as a sentence. */
export function inWords(finding: Finding): string {
  switch (finding.kind) {
    case "changed":
      return `Event ${finding.id ?? "?"} at position ${finding.position} was changed: ${finding.parts.map((part) => parts[part]).join(", ")}`;
    case "dropped":
      return `${named(finding.from, finding.to, finding.id)} was dropped`;
    case "inserted":
      return finding.position === null
        ? `Event ${finding.id ?? "?"} was inserted: the log never had it`
        : `Event ${finding.id ?? "?"} was inserted at position ${finding.position}: the log never had it`;
    case "reordered":
      return `${named(finding.from, finding.to, finding.id)} was reordered: it belongs at position ${finding.belongs}`;
    case "hash":
      return hashInWords(finding);
    case "unresolved":
      return `Among positions ${finding.from} to ${finding.to}, events were changed together with their hashes: which ones can't be told`;
    case "head":
      return sentence(finding.what);
    case "fork":
      return finding.how === "shorter"
        ? `The log ends at ${finding.size} events, and the checkpoint that was kept has ${finding.keptSize}: it was cut off, begun anew, or restored from an older backup`
        : `The log is a fork: its first ${finding.keptSize} events are not those of the checkpoint that was kept`;
  }
}

function hashInWords({ level, from, to, state }: HashFinding): string {
  const where = `level ${level}, position ${from}${to === from ? "" : ` to ${to}`}`;
  if (state === "stray") return `There are hashes too many: ${where}`;
  return `Hashes of the tree ${state === "missing" ? "are missing" : "were changed"}: ${where}`;
}

const parts: Record<ChangedPart, string> = {
  record: "what it records (id, kind, source, environment or times)",
  actor: "its actor",
  targets: "its targets",
  context: "its context",
  metadata: "its metadata",
  entry: "its entry in the log",
  filing: "the environment that its entry is filed under",
};

function named(from: number, to: number, id: string | null): string {
  if (from === to) return `The event at position ${from}${id ? ` (${id})` : ""}`;
  return `Each event from position ${from} to ${to}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

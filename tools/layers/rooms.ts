import { bands } from "./bands";
import type { Finding } from "./finding";
import type { ImportGraph } from "./import-graph";
import { isTest } from "./test-files";

/** Returns the room of a file of lib/: the longest path that a band names, or else its folder or file at the
 *  top. */
export function roomOf(file: string): string {
  const parts = file
    .replace(/\.tsx?$/, "")
    .split("/")
    .slice(1);
  for (let length = parts.length; length > 1; length--) {
    const room = parts.slice(0, length).join("/");
    if (isNamed(room)) return room;
  }
  return parts[0] ?? "";
}

function isNamed(room: string): boolean {
  return bands.some(({ members }) => members.includes(room));
}

/** Returns the index of the band that a file of lib/ is in; -1 for none. */
export function bandOf(file: string): number {
  const room = roomOf(file);
  return bands.findIndex(({ members }) => members.includes(room));
}

/** Import of one room by another: the file that imports and the file that is imported. */
type RoomImport = { from: string; to: string };

/** Finds circles of rooms: a room that imports another, which imports the first, types included and tests
 *  apart. Each circle is reported once, as the shortest one with one import for each step. */
export function roomCircleFindings(graph: ImportGraph): Finding[] {
  const doors = roomImports(graph);
  const findings: Finding[] = [];
  const reported = new Set<string>();
  for (const room of [...doors.keys()].sort()) {
    const circle = shortestWay(doors, room);
    if (!circle) continue;
    const key = [...new Set(circle)].sort().join(" ");
    if (reported.has(key)) continue;
    reported.add(key);
    findings.push(finding(circle, doors));
  }
  return findings;
}

function roomImports(graph: ImportGraph): Map<string, Map<string, RoomImport>> {
  const doors = new Map<string, Map<string, RoomImport>>();
  for (const [file, { ours }] of graph) {
    if (!file.startsWith("lib/") || isTest(file)) continue;
    for (const imported of ours) {
      const [from, to] = [roomOf(file), roomOf(imported)];
      if (!imported.startsWith("lib/") || from === to) continue;
      const others = doors.get(from) ?? new Map<string, RoomImport>();
      if (!others.has(to)) others.set(to, { from: file, to: imported });
      doors.set(from, others);
    }
  }
  return doors;
}

/** Returns the shortest path from a room back to it, the room itself first and last. */
function shortestWay(
  doors: Map<string, Map<string, RoomImport>>,
  room: string,
): string[] | undefined {
  const ways = [[room]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of doors.get(way.at(-1) ?? "")?.keys() ?? []) {
      if (next === room) return [...way, room];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

function finding(circle: string[], doors: Map<string, Map<string, RoomImport>>): Finding {
  const steps = circle.slice(1).flatMap((room, at) => doors.get(circle[at] ?? "")?.get(room) ?? []);
  const imports = steps.map(({ from, to }) => `${from} imports ${to}`).join("; ");
  return {
    file: steps[0]?.from ?? "",
    problem: `is part of a circle of rooms: ${circle.join(" → ")} (${imports})`,
    instead: "move what both rooms need into the lower one",
  };
}

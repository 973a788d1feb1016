import { bands } from "./bands";
import { isTest } from "./code-files";
import type { Finding } from "./finding";
import { circles, type ImportGraph } from "./import-graph";

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
 *  apart, with one import for each step. */
export function roomCircleFindings(graph: ImportGraph): Finding[] {
  const doors = roomImports(graph);
  const imports = [...doors].map(([room, others]) => [room, [...others.keys()]] as const);
  return circles(new Map(imports.sort())).map((circle) => finding(circle, doors));
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

function finding(circle: string[], doors: Map<string, Map<string, RoomImport>>): Finding {
  const steps = circle.slice(1).flatMap((room, at) => doors.get(circle[at] ?? "")?.get(room) ?? []);
  const imports = steps.map(({ from, to }) => `${from} imports ${to}`).join("; ");
  return {
    file: steps[0]?.from ?? "",
    problem: `is part of a circle of rooms: ${circle.join(" → ")} (${imports})`,
    instead: "move what both rooms need into the lower one",
  };
}

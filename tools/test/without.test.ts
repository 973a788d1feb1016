import { expect, test } from "vitest";
import { features } from "@/lib/features/feature";
import { codeFiles, isTest } from "../layers/code-files";
import { importGraph } from "../layers/import-graph";
import { holders, ofToday, takenWith } from "./without";

// `npm test -- without today` compiles and tries the rest; this finds in moments why it would not.
const graph = importGraph(codeFiles(/\.tsx?$/));

test.each(features().map(({ name }) => name))("nothing that stays imports %s", (name) => {
  expect(holders(takenWith(name), graph)).toEqual([]);
});

test("a feature names those that it imports", () => {
  const unnamed = [...graph].flatMap(([file, { ours }]) => {
    const own = features().find(({ name }) => file.startsWith(`lib/features/${name}/`));
    if (!own || isTest(file)) return [];
    const allowed: string[] = [own.name, ...(own.needs ?? []), "feature.ts"];
    return ours
      .filter(
        (one) => one.startsWith("lib/features/") && !allowed.includes(one.split("/")[2] ?? ""),
      )
      .map((one) => `${file} imports ${one}`);
  });
  expect(unnamed).toEqual([]);
});

test("a feature goes with those that need it", () => {
  expect(takenWith("migration")).toEqual(["migration", "configuration"]);
  expect(() => takenWith("login")).toThrow("Name a feature");
});

test("each feature has its day", () => {
  const days = features().map((_, day) => ofToday(new Date(day * 86_400_000)));
  expect(days).toEqual(features().map(({ name }) => name));
});

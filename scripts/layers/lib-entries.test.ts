import { describe, expect, it } from "vitest";
import { bandTable, bandTableFindings } from "./band-table";
import { libEntryFindings } from "./lib-entries";

const folders = (count: number) => Array.from({ length: count }, (_, at) => `folder-${at}`);

describe("the top of lib", () => {
  it("has 42 entries at the most", () => {
    expect(libEntryFindings(folders(42))).toEqual([]);
    expect(libEntryFindings(folders(43)).map(({ problem }) => problem)).toEqual([
      "has 43 entries at its top, more than 42",
    ]);
  });

  it("has four loose files and no other", () => {
    expect(
      libEntryFindings(["caller.ts", "clock.ts", "errors.ts", "errors.test.ts", "ids.ts"]),
    ).toEqual([]);
    expect(libEntryFindings(["deadline.ts"]).map(({ file }) => file)).toEqual(["lib/deadline.ts"]);
  });
});

describe("the table of bands", () => {
  it("is told to be stale when it says anything else", () => {
    const page = (table: string) => `<!-- bands: by hand -->\n${table}\n<!-- /bands -->\n`;
    expect(bandTableFindings(page(bandTable()))).toEqual([]);
    expect(bandTableFindings(page(bandTable().replace("`db`", "")))).toHaveLength(1);
    expect(bandTableFindings("no table at all")).toHaveLength(1);
  });
});

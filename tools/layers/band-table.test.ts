import { describe, expect, it } from "vitest";
import { bandTable, bandTableFindings } from "./band-table";

describe("the table of bands", () => {
  it("is reported as stale when its text differs", () => {
    const page = (table: string) => `<!-- bands: by hand -->\n${table}\n<!-- /bands -->\n`;
    expect(bandTableFindings(page(bandTable()))).toEqual([]);
    expect(bandTableFindings(page(bandTable().replace("`kernel/db`", "")))).toHaveLength(1);
    expect(bandTableFindings("no table at all")).toHaveLength(1);
  });
});

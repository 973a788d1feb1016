import atrium from "@/package.json" with { type: "json" };

/** Version of this code, from package.json (docs/UPGRADING.md). `-dev` at its end: the release is not made
 *  yet. */
export const VERSION: string = atrium.version;
